import type { Exchange, SentRequest } from '../http/exchange.ts';
import type { Reason } from '../http/interruption.ts';
import type { TracedCall } from '../http/trace.ts';
import type { Observed } from './observation.ts';

/** The verdict of a check on a rule. */
export type Outcome =
  | {
      readonly verdict: 'pass';
      readonly detail?: string;
      /** Operations that were judged, where the rule is about each of many. */
      readonly operations?: readonly string[];
    }
  | {
      readonly verdict: 'fail';
      readonly detail: string;
      readonly expected?: unknown;
      readonly actual?: unknown;
      /** JSON pointer into the response body. */
      readonly at?: string;
      /** The exchange that shows the failure. */
      readonly exchange?: Exchange;
      /** The calls that led to the failure, where one alone does not show it. */
      readonly sequence?: readonly TracedCall[];
    }
  | { readonly verdict: 'not-testable'; readonly reason: Reason; readonly detail: string }
  | {
      readonly verdict: 'error';
      readonly detail: string;
      /** The request after which there was no verdict. */
      readonly sent?: SentRequest;
    };

/** The outcome of a check with the responses that a pass stands on. */
export type Verdict =
  | Exclude<Outcome, { verdict: 'pass' }>
  | (Extract<Outcome, { verdict: 'pass' }> & { readonly observed: Observed });

/** The outcome for a response that breaks a rule. */
export type Failure = Extract<Outcome, { verdict: 'fail' }>;

/** A failure with its evidence. */
export function failure(
  detail: string,
  expected: unknown,
  exchange: Exchange,
  actual: unknown = exchange.received.rawStatus ?? exchange.received.status,
): Failure {
  return { verdict: 'fail', detail, expected, actual, exchange };
}

/** The outcome for a rule that is not judged, with the reason. */
export function notTestable(reason: Reason, detail: string): Extract<Outcome, { verdict: 'not-testable' }> {
  return { verdict: 'not-testable', reason, detail };
}

/** The finding of a check; `undefined` where it found nothing. */
export type Finding = Exclude<Outcome, { verdict: 'pass' }> | undefined;
