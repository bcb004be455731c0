/** The usage that a provider reports: counts by which a metered call is charged. */

import type { Call } from '../operation/handler.ts';
import type { Metered } from '../operation/operation.ts';
import { isObject, jsonBytes } from '../values/json.ts';
import { UpstreamFailure } from './failure.ts';
import type { Format } from './format.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The parts of a call that its price reads. The work of a job has none, since its order has paid for it. */
export type MeteredCall = Partial<Pick<Call, 'route' | 'request' | 'query' | 'params'>>;

/** The response that a metered price reads, and the usage that the row of the call records. */
export interface UsageReport {
  readonly response: unknown;
  readonly usage: Fields;
}

/**
 * Keeps the counts of a usage: safe integers from zero up.
 *
 * Providers also report costs, durations and nulls, which do not affect the price.
 */
export function countsIn(usage: unknown): Fields {
  const entries = Object.entries(isObject(usage) ? usage : {}).flatMap(([name, value]): [string, unknown][] => {
    if (isObject(value)) return [[name, countsIn(value)]];
    return Number.isSafeInteger(value) && Number(value) >= 0 ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** Notes what a call cost in USD, where its provider reports that as OpenRouter does: `usage.cost`. */
export function noteCost({ note }: Pick<Call, 'note'>, usage: unknown): void {
  const cost = isObject(usage) ? usage.cost : undefined;
  if (typeof cost === 'number' && cost >= 0) note?.({ cost });
}

/** Replaces earlier counts of a stream by later ones. Counts only grow, so a late zero means "not counted here". */
export function laterCounts(before: Fields | undefined, after: Fields): Fields {
  const entries = Object.entries(after).map(([name, value]) => {
    const earlier = before?.[name];
    if (isObject(value)) return [name, laterCounts(isObject(earlier) ? earlier : undefined, value)] as const;
    return [name, value === 0 ? (earlier ?? 0) : value] as const;
  });
  return { ...before, ...Object.fromEntries(entries) };
}

/** Bytes that count as one token where the provider has reported no count. */
const bytesPerToken = 4;

/** Counts the bytes of every string inside a JSON value; keys do not count, since the gateway has not paid for them. */
export function textBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  let total = 0;
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) total += textBytes(inner);
  return total;
}

/**
 * Estimates the usage of a call whose caller left before the provider reported it.
 *
 * Earlier reports of the provider count, and the answer has at least the tokens that the caller got.
 */
export function estimatedCounts(
  [prompt, answer]: Format['counts'],
  reported: Fields = {},
  { asked, bytes }: { readonly asked: unknown; readonly bytes: number },
): Fields {
  if (prompt === undefined || answer === undefined) return reported;
  const tokensOf = (length: number) => Math.ceil(length / bytesPerToken);
  const minimum = tokensOf(bytes);
  const counted = reported[answer];
  return {
    [prompt]: tokensOf(jsonBytes(asked)),
    ...reported,
    [answer]: typeof counted === 'number' && counted > minimum ? counted : minimum,
  };
}

/**
 * Reports the usage of a call.
 *
 * Throws an `UpstreamFailure` that names the field where the provider did not report a count that the price reads. `names` are the usual counts of the format.
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
      { isAlarm: true },
    );
  }
}
