/** The usage that a provider reports: counts by which a metered call is charged. */

import type { Call } from '../operation/handler.ts';
import type { Metered } from '../operation/operation.ts';
import { isObject, textLength } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Format } from './format.ts';

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

/** Characters that count as one token where no provider has counted. */
const charactersPerToken = 4;

/**
 * Counts what a caller was sent who left before the provider reported its usage.
 *
 * What the provider has reported by then holds, and its answer has at least the tokens that were passed on.
 */
export function estimatedCounts(
  [prompt, answer]: Format['counts'],
  reported: Fields = {},
  { asked, characters }: { readonly asked: unknown; readonly characters: number },
): Fields {
  if (prompt === undefined || answer === undefined) return reported;
  const tokensOf = (length: number) => Math.ceil(length / charactersPerToken);
  const least = tokensOf(characters);
  const counted = reported[answer];
  return {
    [prompt]: tokensOf(textLength(asked)),
    ...reported,
    [answer]: typeof counted === 'number' && counted > least ? counted : least,
  };
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
