import { isObject } from '../../../json-schema/walk.ts';
import type { Json } from '../../../model/types.ts';
import { cellsOf } from '../schema/alternatives.ts';
import { propertyOf } from '../schema/cells.ts';
import type { Schema } from '../schema/dialect.ts';
import type { Universe } from '../schema/universe.ts';

/** A copy of a value with another value at a path, or without one. */
export function setAt(
  value: Json | undefined,
  [name, ...rest]: readonly string[],
  inner: Json | undefined,
): Json | undefined {
  if (name === undefined) return inner;
  const owner = isObject(value) ? value : {};
  const changed = setAt(owner[name], rest, inner);
  if (changed !== undefined) return { ...owner, [name]: changed };
  return Object.fromEntries(Object.entries(owner).filter(([each]) => each !== name));
}

/** The schema of what stands at a path in the values of a schema. */
export function schemaAt(schema: Schema, [name, ...rest]: readonly string[], universe: Universe): Schema {
  if (name === undefined) return schema;
  const parts = cellsOf(schema, universe).flatMap((cell) => (cell.type === 'object' ? [propertyOf(cell, name)] : []));
  const [first, ...others] = parts;
  const found = first === undefined || others.length === 0 ? (first ?? false) : { anyOf: parts };
  return schemaAt(found, rest, universe);
}
