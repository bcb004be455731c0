import type { CheckedInput } from '../http/input.ts';
import type { IncomingCall } from '../http/request.ts';
import type { Quote } from '../money/formula.ts';
import type { Route } from '../operation/operation.ts';
import type { CallRecord } from './call-record.ts';

/** A call on its way through the pipeline. Each step that learns more makes a new context; error responses read it too. */
export interface RequestContext {
  readonly incoming: IncomingCall;
  readonly route?: Route;
  /** Headers of the response, whichever it is. */
  readonly headers: Readonly<Record<string, string>>;
  /** The record of the call; absent for answers that no call asks for. */
  readonly record?: CallRecord;
  /** The price, once it is known; a 402 response then carries a challenge for it. */
  readonly quote?: Quote | undefined;
}

/** A call whose request is valid. */
export interface CheckedRequest extends RequestContext {
  readonly route: Route;
  readonly input: CheckedInput;
  /** The exact body. */
  readonly bytes: Buffer;
}
