import type { CheckedInput } from '../http/input.ts';
import type { IncomingCall } from '../http/request.ts';
import type { Quote } from '../money/quote.ts';
import type { Route } from '../operation/operation.ts';

/** What is known of a call on its way through the pipeline; error answers read it too. */
export interface RequestContext {
  readonly incoming: IncomingCall;
  readonly route?: Route;
  /** Headers that go with the answer, whatever it is. */
  headers: Readonly<Record<string, string>>;
  /** The price, once it is known; 402 answers then carry a challenge for it. */
  readonly quote?: Quote | undefined;
}

/** A call whose request has been checked. */
export interface CheckedRequest extends RequestContext {
  readonly route: Route;
  readonly input: CheckedInput;
  /** The exact body. */
  readonly bytes: Buffer;
}
