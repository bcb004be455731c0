/** The usage that a provider reports: counts by which a metered call is charged. */

import type { Call } from '../operation/handler.ts';
import type { Metered } from '../operation/operation.ts';
import { isObject } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The call of an operation, as far as its price reads it. The work of a job, whose order has paid for it, has none of it. */
export type MeteredCall = Partial<Pick<Call, 'route' | 'request' | 'query' | 'params'>>;

/** What a call is charged by, and what its row records. */
export interface UsageReport {
  readonly response: unknown;
  readonly usage: Fields;
}

/**
 * Keeps the counts of a usage: whole numbers that a double holds, from zero up.
 *
 * Providers report much else beside them, such as costs, durations and nulls, and none of it concerns the price.
 */
export function countsIn(usage: unknown): Fields {
  const entries = Object.entries(isObject(usage) ? usage : {}).flatMap(([name, value]): [string, unknown][] => {
    if (isObject(value)) return [[name, countsIn(value)]];
    return Number.isSafeInteger(value) && Number(value) >= 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Takes later counts of a stream over earlier ones. They only grow, so a zero that comes late means "not counted here". */
export function laterCounts(before: Fields | undefined, after: Fields): Fields {
  const entries = Object.entries(after).map(([name, value]) => {
    const earlier = before?.[name];
    if (isObject(value)) return [name, laterCounts(isObject(earlier) ? earlier : undefined, value)] as const;
    return [name, value === 0 ? (earlier ?? 0) : value] as const;
  });
  return { ...before, ...Object.fromEntries(entries) };
}

/**
 * Reports what a call has used.
 *
 * Throws an `UpstreamFailure` that names the field where the price of the call reads a count that the provider did not
 * report. `names` are the usual counts of the format.
 */
export function reportUsage(call: MeteredCall, model: string, names: readonly string[], response: Fields): UsageReport {
  const counts = isObject(response.usage) ? response.usage : {};
  const report = {
    response,
    usage: { model, ...Object.fromEntries(Object.entries(counts).filter(([, count]) => typeof count === 'number')) },
  };
  const { route, request, query, params } = call;
  try {
    // The validators of the route have checked the request, and the meter checks what it reads of the response.
    route?.meter?.({ request, query, params, response } as Metered<never, never, never>);
    return report;
  } catch {
    const missing = names.find((name) => typeof counts[name] !== 'number');
    throw new UpstreamFailure(
      'failed',
      `The provider did not report ${missing ? `\`usage.${missing}\` as a count` : 'the usage'}, by which the call is charged.`,
    );
  }
}
