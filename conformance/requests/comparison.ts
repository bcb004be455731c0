import { append } from '@hyperjump/json-pointer';
import type { Exchange } from '../http/exchange.ts';

/** A way to compare responses: it turns the compared part of a response into a text. */
export type Comparison = (exchange: Exchange) => string;

/** Ways to compare responses that leave out what may vary at any time: nothing, the last item of lists. */
const usual: readonly Comparison[] = [
  ({ received }) => JSON.stringify(received.json),
  ({ received }) =>
    JSON.stringify(received.json, (_, value: unknown) => (Array.isArray(value) ? value.slice(0, -1) : value)),
];

/** Compares types alone. */
const byTypes: Comparison = ({ received }) =>
  JSON.stringify(received.json, (_, value: unknown) => (typeof value === 'object' ? value : typeof value));

/**
 * The strictest way to compare by which each call got the same response twice; `undefined` where there is none.
 *
 * `first` and `again` are the responses to the same calls. A value that varied, such as a time, is left out and the rest
 * is compared, so that what is seen does not depend on when the calls were made.
 */
export function comparisonOf(first: readonly Exchange[], again: readonly Exchange[]): Comparison | undefined {
  const pairs = first.flatMap((exchange, index) => {
    const repeated = again[index];
    return repeated ? [[exchange, repeated] as const] : [];
  });
  const agrees = (way: Comparison) => pairs.every(([one, other]) => way(one) === way(other));
  const same = usual.find(agrees);
  if (same) return same;
  const varying = new Set(pairs.flatMap(([one, other]) => differences(valuesOf(one), valuesOf(other))));
  const steady: Comparison = (exchange) =>
    JSON.stringify([...valuesOf(exchange)].filter(([path]) => !varying.has(path)).sort());
  const ways = [...(pairs.some(([one]) => steady(one) !== '[]') ? [steady] : []), byTypes];
  return ways.find(agrees);
}

function differences(one: ReadonlyMap<string, unknown>, other: ReadonlyMap<string, unknown>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.has(path) !== other.has(path) || one.get(path) !== other.get(path),
  );
}

/** The values in a response that are neither objects nor lists, by their JSON pointers. */
function valuesOf({ received }: Exchange): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  const add = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) {
      values.set(path, value);
      return;
    }
    for (const [key, item] of Object.entries(value)) add(item, append(key, path));
  };
  add(received.json, '');
  return values;
}
