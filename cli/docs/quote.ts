/** Runs in browsers: the price of a call by the generated validators and calculators. */

import { formatUsd } from '@tollwright/runtime/money/usd';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import type { Validator } from '@tollwright/runtime/validation/issue';

/** A price with its parts, or the reasons why there is none. */
export type Calculation =
  | { readonly usd: string; readonly breakdown: Readonly<Record<string, string>> }
  | { readonly issues: readonly string[] };

/** Creates the function that prices a call `{ request, query, params }` of an operation on a page. */
export function calculatorOf(
  hosts: Readonly<Record<string, HostDefinition>>,
): (host: string, operation: string, call: Readonly<Record<string, unknown>>) => Calculation {
  return (host, operation, call) => {
    const route = hosts[host]?.routes.find((each) => each.operation.id === operation);
    if (!route?.quote) return { issues: [`${operation} has no price before the call on ${host}.`] };
    const { body, query, params } = route.operation;
    const parts = [
      validated('request', call.request ?? {}, body),
      validated('query', call.query ?? {}, query),
      validated('params', call.params ?? {}, params),
    ];
    const issues = parts.flatMap((part) => part.issues);
    if (issues.length > 0) return { issues };
    // The validators of this route checked its parts, so that its conditions and its quote can read them.
    const input = Object.fromEntries(parts.map(({ name, value }) => [name, value])) as never;
    const violated = route.conditions.filter((condition) => !condition.holds(input));
    if (violated.length > 0) return { issues: violated.map(({ message }) => message) };
    const { amount, breakdown } = route.quote(input);
    return { usd: formatUsd(amount), breakdown };
  };
}

function validated(name: string, given: unknown, validator?: Validator<unknown>) {
  const result = validator?.(given) ?? { ok: true as const, value: given };
  if (result.ok) return { name, value: result.value, issues: [] };
  return {
    name,
    value: given,
    issues: result.issues.map(({ path, message }) => `${[name, ...path].join('.')}: ${message}`),
  };
}
