import type { DataAsk, DataSource, DataUpstream } from '../../data-port.ts';
import { crypto } from './crypto.ts';
import { defi } from './defi.ts';
import { instrumentsOf } from './instruments.ts';
import { callNode } from './node.ts';
import { prediction } from './prediction.ts';
import { barsOf, spotOf } from './quotes.ts';
import { swap } from './swap.ts';
import { bridge, onramp } from './transfers.ts';

/** Answers an ask of one source at a time in milliseconds since 1970. */
type Source = (ask: DataAsk, now: number, seed: number) => unknown;

const sources: Readonly<Record<DataSource, Source>> = { bridge, crypto, defi, onramp, prediction, swap };

/** Providers of data made up from what is asked and from the time. */
export function simulatedData(seed: number): DataUpstream {
  return {
    readData: async (ask, { now }) => sources[ask.source](ask, now, seed),
    listInstruments: async (market) => instrumentsOf(market),
    readSpot: async (market, symbol, { now }) => spotOf(market, symbol, now, seed),
    readBars: async (market, symbol, ask) => barsOf(market, symbol, ask, seed),
    callNode: async (chain, calls, { now }) => callNode(chain, calls, now, seed),
  };
}
