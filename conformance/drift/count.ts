/** Limits that are counted: calls are made until one is limited. */

import type { Limit } from '../contract/contract.ts';

/** Limits of more calls are not counted. */
export const maxCounted = 100;

/** One response as a count sees it. */
export interface CountedResponse {
  readonly isLimited: boolean;
  /** Seconds until the window ends, where a limited response says so. */
  readonly reset?: number;
}

/** The calls of a run that count under a limit. */
export interface Calls {
  /** Makes one more call. */
  call(): Promise<CountedResponse>;
  /** The calls of this run in the last seconds that were not limited: those that count in any case, and all that may. */
  made(seconds: number): { readonly fewest: number; readonly most: number };
  /** Seconds since the run began. */
  elapsed(): number;
  wait(seconds: number): Promise<unknown>;
}

/** The result of a count: as many calls as the release says, another number of them, or no statement. */
export type Counted =
  | { readonly result: 'agrees' }
  | { readonly result: 'fewer'; readonly calls: number }
  | { readonly result: 'more' }
  | { readonly result: 'unknown'; readonly why: string };

/** Seconds by which a window may have begun earlier or later than its end tells: headers have whole seconds. */
const inexact = 1;

/** The share of its calls by which a limit must differ in a window that is not counted from its beginning: answers get lost. */
const lost = 0.05;

/** Seconds until the end of a window that a count waits for. */
const maxWait = 60;

/**
 * Counts the calls that a limit allows.
 *
 * A short window is waited for, and counted from its beginning. A long one says how many calls it allows only where it
 * began within this run: in an earlier one, other runs may have made some of them.
 */
export async function countLimit(limit: Limit, calls: Calls): Promise<Counted> {
  const { count, sides, window } = limit;
  const started = calls.elapsed();
  // A window that ends between the calls is followed by another one, which does not end as soon.
  const limited = await callsUntilLimited(calls, 2 * (count + 1));
  if (!limited) {
    if (sides.includes('none')) return { result: 'agrees' };
    return calls.elapsed() - started < window
      ? { result: 'more' }
      : { result: 'unknown', why: 'its windows ended while calls were counted' };
  }
  const { reset } = limited;
  if (reset === undefined) return { result: 'unknown', why: 'a limited response does not say when the window ends' };
  if (reset > maxWait) return ofThisWindow(limit, calls, reset);
  await calls.wait(reset + inexact);
  const whole = await callsUntilLimited(calls, count + 1);
  return verdict(limit, whole ? { fewest: whole.served, most: whole.served } : { fewest: count + 1, most: Infinity });
}

/** Makes calls until one is limited, and says how many were served before it; `undefined` where none of `most` was. */
async function callsUntilLimited({ call }: Calls, most: number) {
  for (let served = 0; served < most; served++) {
    const response = await call();
    if (response.isLimited) return { ...response, served };
  }
  return undefined;
}

/** Compares a limit with the calls that this run made in a window which ends after some seconds. */
function ofThisWindow(limit: Limit, { made, elapsed }: Calls, reset: number): Counted {
  const began = limit.window - reset;
  if (began > elapsed() + inexact) return { result: 'unknown', why: 'its window began before this run' };
  const margin = Math.ceil(limit.count * lost);
  return verdict(limit, { fewest: made(began - inexact).fewest, most: made(began + inexact).most + margin });
}

function verdict(
  { count, sides }: Limit,
  { fewest, most }: { readonly fewest: number; readonly most: number },
): Counted {
  const isStated = [count, ...sides].some((each) => each !== 'none' && each >= fewest && each <= most);
  if (isStated) return { result: 'agrees' };
  return most < count ? { result: 'fewer', calls: fewest } : { result: 'more' };
}
