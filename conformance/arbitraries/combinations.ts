/** Combinations of the values of some fields. */

import { spread } from '../common/spread.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { domainOf, type OperationContext } from './domain.ts';
import { writeField } from './fields.ts';

/** Calls, and whether they are all combinations. */
export interface CallCombinations {
  readonly calls: readonly Invocation[];
  readonly whole: boolean;
}

/** Finite domains up to this size are sent completely. */
export const maxDomain = 1000;

/** Finite domains up to this size are computed completely, without requests. */
export const listable = 5000;

/** Combinations of the fields' values; `whole` is false when a field has more values or there are too many. */
export function combined(
  fields: readonly FieldPath[],
  context: OperationContext,
  most: number,
  base: Invocation = context.requests.base,
): CallCombinations {
  let calls: readonly Invocation[] = [base];
  let whole = true;
  // Fields whose values depend on other fields come after those.
  const dependent = (field: FieldPath) => Number(domainOf(field, base, context).dependent ?? false);
  for (const field of fields.toSorted((one, other) => dependent(one) - dependent(other))) {
    const next = calls.flatMap((call) => {
      const domain = domainOf(field, call, context);
      whole &&= domain.whole;
      return domain.values.map((value) => writeField(call, field, value));
    });
    if (next.length > most) return { calls: spread(next, most), whole: false };
    calls = next;
  }
  return { calls, whole };
}

/** Calls with the combinations of the listed values of some fields. */
export function combinationsOf(fields: readonly FieldPath[], context: OperationContext): readonly Invocation[] {
  const { requests } = context;
  const closed = fields.filter((field) => domainOf(field, requests.base, context).whole);
  return combined(closed, context, maxDomain).calls.filter((call) => requests.allows(call));
}
