import type { DataRequest } from '../../data-port.ts';
import { pageOf, records } from './page.ts';
import { marketsOf, priceOf } from './prediction-markets.ts';
import { charted, listed, single } from './prediction-shapes.ts';
import { isoTime, record } from './shape.ts';
import { asPrice, bars, wave } from './wave.ts';

/** Default length of a list, and days of a chart. */
const [many, days] = [60, 30];

/** Seconds of a bar by the name of its interval. */
const intervals: Readonly<Record<string, number>> = {
  '1s': 1,
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': 3600,
  '4h': 14_400,
  '1d': 86_400,
};

/** Market data of a venue. The same request has the same response, except for what moves with the clock. */
export function prediction({ resource, venue, parameters }: DataRequest, now: number, seed: number): unknown {
  const own = [seed, 'prediction', venue];
  const id = idOf(parameters);
  const [list, chart, one] = [listed[resource], charted[resource], single[resource]];
  if (list) return pageOf(records(list, [own, resource, id], many, now), parameters);
  if (chart) return { data: records(chart, [own, resource, id], days, now) };
  if (one) {
    const about = (key: string, index = 0) => record(one, [own, resource], { key, index, now });
    const several = severalOf(parameters.addresses);
    return { data: several ? several.map(about) : about(id) };
  }
  if (resource === 'markets') return marketsOf(parameters, own, now);
  if (resource === 'price') return { data: { token_id: id, price: priceOf(id, now), timestamp: isoTime(now) } };
  if (resource === 'outcome-candles') return { data: candles((at) => priceOf(id, at * 1000), parameters, now, id) };
  if (resource === 'pair-candles') return { data: candles(pairPrice(id), parameters, now, id) };
  throw new Error(`Unknown resource "${resource}" of prediction markets.`);
}

/** Returns the id that the path names, whatever the parameter is called. */
function idOf({
  condition_id: condition,
  token_id: token,
  wallet,
  address,
  symbol,
}: DataRequest['parameters']): string {
  return String(condition ?? token ?? wallet ?? address ?? symbol ?? '');
}

/** The wallets of a batch request: a list, or a text with commas. */
function severalOf(addresses: unknown): readonly string[] | undefined {
  if (typeof addresses === 'string') return addresses.split(',').map((each) => each.trim());
  return Array.isArray(addresses) ? addresses.map(String) : undefined;
}

const pairs: Readonly<Record<string, number>> = { BTCUSDT: 97_000, ETHUSDT: 3400, SOLUSDT: 190, XRPUSDT: 2.3 };

function pairPrice(symbol: string): (seconds: number) => number {
  const [base, swing] = [pairs[symbol] ?? 1, wave(['pair', symbol])];
  return (at) => asPrice(base * Math.exp(0.3 * swing(at)));
}

function candles(
  price: (seconds: number) => number,
  parameters: DataRequest['parameters'],
  now: number,
  seed: string,
): unknown {
  const [from, end] = [secondsOf(parameters.start_time), secondsOf(parameters.end_time)];
  const request = {
    seconds: intervals[String(parameters.interval ?? '1m')] ?? 60,
    to: Math.min(end ?? now / 1000, now / 1000),
    count: Number(parameters.limit ?? 500),
  };
  return bars(price, { ...request, ...(from !== undefined && { from }) }, seed);
}

function secondsOf(value: unknown): number | undefined {
  const seconds = Number(value);
  return value === undefined || Number.isNaN(seconds) ? undefined : seconds;
}
