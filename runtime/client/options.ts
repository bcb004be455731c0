import type { Micro } from '../money/usd.ts';
import type { HostDefinition } from '../operation/host.ts';
import type { UnknownPolicy } from './estimate.ts';
import type { SignedPayment } from './paying.ts';
import type { Quotes } from './quotes.ts';
import type { Wallet } from './wallet.ts';

/** How a client pays, and what it refuses to pay. */
export interface PayingOptions {
  readonly host: HostDefinition;
  /** URL of the gateway, such as `https://gateway.example`, with the path of the gateway, if any. */
  readonly baseUrl: string;
  /** Pays per call. */
  readonly wallet?: Wallet;
  /** USD that may be spent, as exact decimal text; absent means no cap. */
  readonly budget?: string;
  /** Which quotes are signed; `at-most` when absent. */
  readonly quotes?: Quotes;
  /** Share by which a quote may exceed an estimate that counts tokens; 0.5 when absent. */
  readonly tolerance?: number;
  /** The only address that may be paid; absent means the one in the first challenge. */
  readonly payTo?: string;
  /** The clock in unix seconds; the system's when absent. */
  readonly now?: () => number;
  /** Bytes that a response may have; 256 MiB when absent. */
  readonly maxBytes?: number;
  /** Sends requests; the global `fetch` when absent. */
  readonly fetch?: typeof fetch;
}

/** How a client reaches a gateway and pays it. */
export interface ClientOptions extends PayingOptions {
  /** Key of an account that pays for the calls. */
  readonly apiKey?: string;
  /** Treatment of a model, field or option that the specification does not have; `send` when absent. */
  readonly unknown?: UnknownPolicy;
  /** Milliseconds until a response must be complete, streams excepted; 900000 when absent. */
  readonly timeout?: number;
  /** How often a request is sent again when the gateway is busy or fails; 2 when absent. */
  readonly maxRetries?: number;
}

/** How one call is made. */
export interface Settings extends Pick<ClientOptions, 'quotes' | 'timeout' | 'maxRetries'> {
  readonly signal?: AbortSignal;
  /** Further headers of the request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Micro-USDC that a call without its own price may cost, such as a poll that settles the price of its job. */
  readonly amount?: Micro;
  /** Path and query that replace the operation's own, such as a `poll_url`. */
  readonly url?: string;
  /** True to send the body as a form, its data URIs as files; only where the operation takes forms. */
  readonly form?: boolean;
  /** The unsettled payment of an earlier call. While it is valid it is sent again, and no new one is signed. */
  readonly pending?: SignedPayment;
}

/** Maximum bytes of a response. The largest are videos and sounds within JSON. */
export const maxResponseBytes = 256 * 1024 * 1024;

/** Maximum milliseconds of a call, enough for the longest operation. */
export const maxCallTime = 900_000;

/** How often a request is sent again. */
export const defaultRetries = 2;

/** Share by which a gateway's count of tokens may raise the price of a call. */
export const defaultTolerance = 0.5;

/** Unix seconds of the system. */
export const systemNow = () => Math.floor(Date.now() / 1000);
