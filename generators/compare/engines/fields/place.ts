import { isObject } from '../../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../../model/types.ts';
import { branchesOf, isBranchStep, stepOf } from '../../fields/branches.ts';
import { cellsOf } from '../schema/alternatives.ts';
import { Candidates } from '../schema/candidates.ts';
import { itemOf, propertyOf } from '../schema/cells.ts';
import { type Schema, schemasOf } from '../schema/dialect.ts';
import type { Universe } from '../schema/universe.ts';

/** A name that stands for any that a schema does not list. */
const anyName = 'any_key';

/** Stands for a field that is left out. */
export const absent = Symbol('absent');

/** A value of a schema, made from a base where there is one, with another value at a path of fields. */
export function place(
  schema: Schema,
  base: Json | undefined,
  path: readonly string[],
  value: Json | typeof absent,
  universe: Universe,
): Json | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return value === absent ? undefined : value;
  if (isBranchStep(name)) {
    const branch = branchAt(schema, name, universe);
    const isOwn = base !== undefined && branch !== undefined && universe.accepts(branch, base);
    const placed = branch && place(branch, isOwn ? base : tagged(branch, universe), rest, value, universe);
    if (isOwn || !isObject(placed) || !isObject(base) || universe.accepts(schema, placed)) return placed;
    // What stands beside the alternatives holds with each of them.
    return { ...base, ...placed };
  }
  const inner = stepInto(schema, name, universe);
  const start = base ?? new Candidates(universe).typical(schema);
  if (name === 'items') {
    const list = Array.isArray(start) && start.length > 0 ? start : [new Candidates(universe).typical(inner) ?? null];
    const item = place(inner, list[0], rest, value, universe);
    return item === undefined ? undefined : list.with(0, item);
  }
  const owner = isObject(start) ? start : {};
  const key = name === '*' ? unlisted(schema, owner, universe) : name;
  const placed = place(inner, owner[key], rest, value, universe);
  if (placed !== undefined) return { ...owner, [key]: placed };
  if (rest.length > 0 || value !== absent) return undefined;
  return Object.fromEntries(Object.entries(owner).filter(([each]) => each !== key));
}

/** A value of an alternative with its tags, required or not, by which no other alternative takes it. */
function tagged(branch: Schema, universe: Universe): Json | undefined {
  const typical = new Candidates(universe).typical(branch);
  if (!isObject(typical)) return typical;
  const tags = cellsOf(branch, universe).flatMap((cell) =>
    cell.type === 'object' ? Object.entries(cell.properties).flatMap(([name, schema]) => soleValue(name, schema)) : [],
  );
  const whole = { ...Object.fromEntries(tags), ...typical };
  return universe.accepts(branch, whole) ? whole : typical;
}

function soleValue(name: string, schema: Schema): [string, Json][] {
  if (typeof schema === 'boolean') return [];
  const listed = schema.const === undefined ? schema.enum : [schema.const];
  return Array.isArray(listed) && listed.length === 1 ? [[name, listed[0] ?? null]] : [];
}

/** A name that a schema does not list, one that a value has where there is any. */
function unlisted(schema: Schema, owner: JsonSchema, universe: Universe): string {
  const listed = cellsOf(schema, universe).flatMap((cell) =>
    cell.type === 'object' ? Object.keys(cell.properties) : [],
  );
  return Object.keys(owner).find((name) => !listed.includes(name)) ?? anyName;
}

/** The alternative of a schema that a step leads into. */
function branchAt(schema: Schema, step: string, universe: Universe): Schema | undefined {
  if (typeof schema === 'boolean') return undefined;
  const resolve = (inner: JsonSchema): JsonSchema => universe.resolved(inner);
  for (const union of [schema.oneOf, schema.anyOf]) {
    const found = branchesOf(union, resolve).find((branch) => stepOf(branch) === step);
    if (found) return found.schema;
  }
  const parts = [
    ...(typeof schema.$ref === 'string' ? [universe.resolve(schema.$ref)] : []),
    ...schemasOf(schema.allOf),
  ];
  const unions = [schema.oneOf, schema.anyOf].flatMap(schemasOf);
  for (const part of [...parts, ...unions]) {
    const found = branchAt(part, step, universe);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The schema of what stands one step further in the values of a schema. */
function stepInto(schema: Schema, name: string, universe: Universe): Schema {
  const parts = cellsOf(schema, universe).flatMap((cell): Schema[] => {
    if (cell.type === 'array' && name === 'items') return [itemOf(cell, 0)];
    if (cell.type !== 'object') return [];
    return [name === '*' ? cell.additional : propertyOf(cell, name)];
  });
  const [first = false, ...others] = parts;
  return others.length === 0 ? first : { anyOf: parts };
}
