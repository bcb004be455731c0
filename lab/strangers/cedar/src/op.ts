import type { Context } from 'hono';
import type { Json } from './errors.ts';
import type { Usd } from './money.ts';
import type { Outcome, Script } from './upstream.ts';
import type { Authorization } from './x402.ts';

/** Who pays: a wallet on the per-call host, a key's account on the account host. `id` owns numbers, jobs, sandboxes, assets. */
export interface Who {
  kind: 'wallet' | 'key' | 'none';
  id: string;
}

export interface Quote {
  /** Price on the per-call host, fee included. */
  base: Usd;
  /** Most that the account host can charge: the amount reserved during the call. */
  account: Usd;
  /** Extra fields of the 402 body and of its `price`. */
  challenge?: Json;
  breakdown?: Json;
}

export interface Result {
  status?: number;
  body?: unknown;
  /** Whole SSE text: a stream is read to its end before money moves, so that a cut one is never settled. */
  sse?: string;
  /** Nothing to pay for (no user found, stream cut). */
  free?: boolean;
  /** A job was accepted; its poll settles. */
  deferred?: boolean;
  /** Settlement failure does not withhold the answer (enrollments). */
  absorbs?: boolean;
  /** Exact charge of the account host, when it is not the quote. */
  charge?: Usd;
  usage?: { model?: string; input?: number; output?: number; tier?: string; status?: number };
  /** Runs once the money has moved: leases, sandboxes and assets start to exist here. */
  commit?: (receipt: Receipt | null) => void;
  /** The body may want to tell the receipt. */
  withReceipt?: (receipt: Receipt | null) => unknown;
}

export interface Receipt {
  tx: string;
  network: string;
  payer: string;
}

export interface Call {
  c: Context;
  who: Who;
  script: Script;
  /** The authorization's key on the per-call host, the reservation's on the account host. */
  claim: string;
  authorization?: Authorization;
}

interface Failing<I> {
  /** Undefined: what every route answers. */
  answer(script: Script, input: I): { status: number; body: Json; headers?: Record<string, string> } | undefined;
}
export type Failures<I = unknown> = Partial<Record<Outcome, Failing<I>['answer']>>;

/** Methods, not properties: so an operation on inputs of its own fits into the list of all operations. */
export interface Op<I = unknown> {
  method: 'GET' | 'POST';
  /** Also answers POST (market prices) or any method (crypto data). */
  alsoPost?: boolean;
  /** Path as the documents write it, without the host prefix. */
  template: string;
  hosts?: 'both' | 'base';
  /** Costs nothing and asks for no payment. */
  open?: boolean;
  /** Has something behind it that `upstream` can script. */
  upstream?: boolean;
  /** Other routes whose script is consumed when this one has none. */
  alsoScript?: string[];
  timeoutSeconds?: number;
  payTo?: string;
  describe: string;
  parse(c: Context): I | Promise<I>;
  quote(input: I, c: Context): Quote;
  /** Rules that need to know the payer; they run after the payment is verified and before it is claimed. */
  authorize?(input: I, who: Who, c: Context): void;
  run(input: I, call: Call): Result | Promise<Result>;
  failures?: Failures<I>;
}
export function op<I>(o: Op<I>): Op<I> {
  return o;
}
