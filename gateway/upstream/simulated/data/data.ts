import type { DataRequest, DataSource, DataUpstream } from '../../data-port.ts';
import { crypto } from './crypto.ts';
import { defi } from './defi.ts';
import { instrumentsOf } from './instruments.ts';
import { callNode } from './node.ts';
import { prediction } from './prediction.ts';
import { barsOf, spotOf } from './quotes.ts';
import { swap } from './swap.ts';
import { bridge, onramp } from './transfers.ts';

/** Responds to a request of one source at a time in milliseconds since 1970. */
type Source = (request: DataRequest, now: number, seed: number) => unknown;

const sources: Readonly<Record<DataSource, Source>> = { bridge, crypto, defi, onramp, prediction, swap };

/** Simulated providers of data, which depend on the request and on the time. */
export function simulatedData(seed: number): DataUpstream {
  return {
    readData: async (request, { now }) => sources[request.source](request, now, seed),
    listInstruments: async (market) => instrumentsOf(market),
    readSpot: async (market, symbol, { now }) => spotOf(market, symbol, now, seed),
    readBars: async (market, symbol, request) => barsOf(market, symbol, request, seed),
    callNode: async (chain, calls, { now }) => callNode(chain, calls, now, seed),
  };
}
