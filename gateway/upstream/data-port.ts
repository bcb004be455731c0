/** The port to the providers of data. */

import type { UpstreamContext } from './context.ts';

/** A kind of provider: venues of prediction markets, DeFi figures, crypto data, swaps, a bridge, an on-ramp. */
export type DataSource = 'prediction' | 'defi' | 'crypto' | 'swap' | 'bridge' | 'onramp';

/** A request for one resource of a source. */
export interface DataRequest {
  readonly source: DataSource;
  /** The resource, as the source names it: `markets`, `protocols`. */
  readonly resource: string;
  /** The venue, where the source has several. */
  readonly venue?: string;
  /** The fields of the caller's request by name. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Id of an effect such as a deposit: the source performs it once for each id. */
  readonly id?: string;
}

/** An instrument with a price. */
export interface Instrument {
  readonly symbol: string;
  readonly name: string;
}

/** A price from an oracle. */
export interface Spot {
  readonly price: number;
  /** Half of the interval in which the price lies. */
  readonly confidence: number;
  /** Unix seconds. */
  readonly at: number;
  readonly source: string;
}

/** A bar of a price: its course in a span of time that begins at `time`, in unix seconds. */
export interface Bar {
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** A request for the last `count` bars that begin in a span. */
export interface BarsRequest {
  /** Seconds of one bar. */
  readonly seconds: number;
  /** Unix seconds; by default `count` bars before the end. */
  readonly from?: number;
  /** Unix seconds. */
  readonly to: number;
  readonly count: number;
}

/** One JSON-RPC call. */
export interface NodeCall {
  readonly id?: unknown;
  readonly method: string;
  readonly params?: unknown;
}

/** The providers of data. Every method rejects with an `UpstreamFailure` when the provider does not deliver. */
export interface DataUpstream {
  readData(request: DataRequest, context: UpstreamContext): Promise<unknown>;
  /** Lists the instruments of a market: `crypto`, `fx`, `commodity`, or the place of an exchange. */
  listInstruments(market: string, context: UpstreamContext): Promise<readonly Instrument[]>;
  /** `undefined` for an unknown symbol. */
  readSpot(market: string, symbol: string, context: UpstreamContext): Promise<Spot | undefined>;
  /** `undefined` for an unknown symbol. */
  readBars(
    market: string,
    symbol: string,
    request: BarsRequest,
    context: UpstreamContext,
  ): Promise<readonly Bar[] | undefined>;
  /** Results of a node of a chain, one for each call. */
  callNode(chain: string, calls: readonly NodeCall[], context: UpstreamContext): Promise<readonly unknown[]>;
}
