/** Defaults of a schema, filled in at every depth. */

import type { JsonSchema } from '../contract.ts';
import { isSchema, propertiesOf, type Shapes } from './shapes.ts';
import { isMap } from './value.ts';

/** Says whether a value satisfies a schema. */
export type Fits = (schema: JsonSchema, value: unknown) => boolean;

/** Copies a value with the defaults of absent properties filled in, by the first shape that the value satisfies. */
export function withDefaults(schema: JsonSchema, value: unknown, shapes: Shapes, fits: Fits): unknown {
  const all = shapes(schema);
  const shape = all.length === 1 ? all[0] : (all.find((each) => fits(each, value)) ?? all[0]);
  if (!shape) return value;
  const inner = (part: JsonSchema, item: unknown) => withDefaults(part, item, shapes, fits);
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
    const fallback = shapes(property)[0]?.default;
    if (fallback !== undefined) filled[name] = inner(property, fallback);
  }
  return filled;
}
