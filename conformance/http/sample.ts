import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '../common/json.ts';
import type { Operation, Price } from '../contract/contract.ts';
import type { Invocation } from './exchange.ts';

/** The operation's own example as a call, with fields replaced by `overrides` (`body`, `query`, `params`, `headers`). */
export function sampleOf(operation: Operation, overrides?: unknown): Invocation {
  const { body, query, params, headers } = operation.example;
  const changed = fieldsOf(overrides);
  const parts = {
    body: over(body, changed.body),
    query: over(query, changed.query),
    params: over(params, changed.params),
    header: over(headers, changed.headers),
  };
  return {
    operation,
    ...(parts.body !== undefined && { body: parts.body }),
    ...(parts.query !== undefined && { query: fieldsOf(parts.query) }),
    ...(parts.params !== undefined && { params: fieldsOf(parts.params) }),
    ...(parts.header !== undefined && { header: fieldsOf(parts.header) }),
  };
}

/** Merges the fields of two objects, those of the second first; other values are replaced. */
function over(value: unknown, change: unknown): unknown {
  if (change === undefined) return value;
  return isObject(value) && isObject(change) ? { ...value, ...change } : change;
}

/** The calls of the documents' own examples of a price, with what the operation's example has besides. */
export function pricedExamples(price: Price, operation: Operation): readonly Invocation[] {
  return examplesOf(price, operation).map(({ request }) => sampleOf(operation, { body: request }));
}

/** The calls of the documents' own examples of a price with no other field, which is left to its default. */
export function bareExamples(price: Price, operation: Operation): readonly Invocation[] {
  return examplesOf(price, operation).map(({ request }) => ({ ...sampleOf(operation), body: request }));
}

function examplesOf({ examples }: Price, { id }: Operation) {
  return examples.filter(({ operation }) => operation === undefined || operation === id);
}
