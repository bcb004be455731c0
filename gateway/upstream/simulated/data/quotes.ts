import type { Bar, BarsRequest, Spot } from '../../data-port.ts';
import { priceLevelOf } from './instruments.ts';
import { asPrice, bars, type Wave, wave } from './wave.ts';

/** Seconds between two prices. */
const pace = 5;

/** Returns the price of an instrument; `undefined` if there is no such instrument. */
export function spotOf(market: string, symbol: string, now: number, seed: number): Spot | undefined {
  const price = pricesOf(market, symbol, seed);
  if (!price) return undefined;
  const at = Math.floor(now / 1000 / pace) * pace;
  const value = asPrice(price(at));
  return { price: value, confidence: asPrice(value * 0.0005), at, source: 'simulated-oracle' };
}

/** Returns the past prices of an instrument, bar by bar. */
export function barsOf(market: string, symbol: string, request: BarsRequest, seed: number): readonly Bar[] | undefined {
  const price = pricesOf(market, symbol, seed);
  return price && bars(price, request, [seed, market, symbol]);
}

function pricesOf(market: string, symbol: string, seed: number): Wave | undefined {
  const value = priceLevelOf(market, symbol);
  if (!value) return undefined;
  const swing = wave([seed, market, symbol]);
  return (at) => value.base * Math.exp(value.swing * swing(at));
}
