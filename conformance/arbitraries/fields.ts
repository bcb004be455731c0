/** Single fields of requests: body, query and path parameters. */

import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema, Operation } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { propertiesOf, type Shapes } from '../oracle/shapes.ts';

/** The parts of a request that schemas describe. */
export type Part = 'body' | 'query' | 'params' | 'header';

/** The part of a request by its variable in formulas. */
export const partOf = { request: 'body', query: 'query', params: 'params', header: 'header' } as const;

/** The variable in formulas by the part of a request. */
export const rootOf = { body: 'request', query: 'query', params: 'params', header: 'header' } as const;

/** The schema of one part of an operation's requests. */
export function schemaOf(operation: Operation, part: Part): JsonSchema | undefined {
  if (part === 'body') return operation.body?.schema;
  return operation[part === 'header' ? 'headers' : part];
}

/** A call with one of its parts replaced. */
export function withPart(invocation: Invocation, part: Part, value: unknown): Invocation {
  if (part === 'body') return { ...invocation, body: value };
  return { ...invocation, [part]: isObject(value) ? value : {} };
}

/** The value of a field; `undefined` when it is omitted. */
export function readField(invocation: Invocation, [root, ...names]: FieldPath): unknown {
  return names.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), invocation[partOf[root]]);
}

/** A call with one field set, or omitted when the value is `undefined`. */
export function writeField(invocation: Invocation, [root, ...names]: FieldPath, value: unknown): Invocation {
  const part = partOf[root];
  return withPart(invocation, part, write(invocation[part], names, value));
}

function write(container: unknown, names: readonly string[], value: unknown): unknown {
  const [name, ...rest] = names;
  if (name === undefined) return value;
  const { [name]: inner, ...others } = isObject(container) ? container : {};
  const next = write(inner, rest, value);
  return next === undefined ? others : { ...others, [name]: next };
}

/** The first shape of a field in the operation's schemas; `undefined` when they do not have the field. */
export function shapeOfField(
  operation: Operation,
  [root, ...names]: FieldPath,
  shapes: Shapes,
): JsonSchema | undefined {
  const within = (schema: JsonSchema | undefined, [name, ...rest]: readonly string[]): JsonSchema | undefined => {
    for (const shape of schema ? shapes(schema) : []) {
      const found = name === undefined ? shape : within(propertiesOf(shape)[name], rest);
      if (found) return found;
    }
    return undefined;
  };
  return within(schemaOf(operation, partOf[root]), names);
}

/** True for headers whose values arrive as they are sent: visible characters of ASCII, with spaces within (RFC 9110, section 5.5). */
export function canBeHeader(headers: unknown): boolean {
  const values = Object.values(Object(headers));
  return values.every((value) => value === undefined || /^[!-~](?:[ -~]*[!-~])?$/.test(String(value)));
}
