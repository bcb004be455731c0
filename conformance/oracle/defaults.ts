/** Defaults of a schema, filled in at every depth. */

import type { JsonSchema } from '../contract/contract.ts';
import type { Catalogs } from './catalogs.ts';
import type { Resolve } from './resolve.ts';
import { isSchema, propertiesOf } from './shapes.ts';
import { isMap } from './value.ts';

/** Tools for filling in defaults. */
export interface Completion {
  readonly resolve: Resolve;
  readonly catalogs: Pick<Catalogs, 'wholeKey'>;
}

/** Copies a value with the defaults of missing properties, and with short catalog keys completed. */
export function withDefaults(schema: JsonSchema, value: unknown, means: Completion): unknown {
  const { resolve, catalogs } = means;
  const shape = resolve(schema, value);
  const inner = (part: JsonSchema, item: unknown) => withDefaults(part, item, means);
  if (shape.prefix === 'optional' && typeof value === 'string') {
    return catalogs.wholeKey(String(shape.catalog), value) ?? value;
  }
  if (Array.isArray(value)) {
    const { items } = shape;
    return isSchema(items) ? value.map((item) => inner(items, item)) : value;
  }
  if (!isMap(value)) return value;
  const properties = propertiesOf(shape);
  const rest = isSchema(shape.additionalProperties) ? shape.additionalProperties : undefined;
  const filled: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(value)) {
    const part = Object.hasOwn(properties, name) ? properties[name] : rest;
    filled[name] = part ? inner(part, item) : item;
  }
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(value, name)) continue;
    // A value that is absent chooses no alternative.
    const { anyOf: _any, oneOf: _one, if: _if, ...definite } = property;
    const fallback = resolve(definite, undefined).default;
    if (fallback !== undefined) filled[name] = inner(property, fallback);
  }
  return filled;
}
