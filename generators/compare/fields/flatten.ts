import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Definitions, inlineAlternatives } from './inline.ts';
import { ownKeywords } from './keywords.ts';

/** A value within a schema, with every schema that says something of it. */
export interface Flat {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly own: JsonSchema;
  readonly schema: JsonSchema;
  /** Entry of the specification in which it is written, and the path within it. */
  readonly entry: string;
  readonly at: readonly string[];
}

interface Written {
  readonly schema: JsonSchema;
  readonly entry: string;
  readonly at: readonly string[];
}

interface Visit {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly written: readonly Written[];
  /** Names of the schemas around it, so that a recursive one ends. */
  readonly within: readonly string[];
}

/** Every value that a schema describes by name, the whole first; what stands in `anyOf` and the like is no value of its own. */
export function flatten(schema: JsonSchema, place: Omit<Written, 'schema'>, definitions: Definitions): Flat[] {
  return [...flats({ path: [], required: true, written: [{ schema, ...place }], within: [] }, definitions)];
}

function* flats(visit: Visit, definitions: Definitions): Generator<Flat> {
  const names: string[] = [];
  const all = visit.written.flatMap((each) => [...applying(each, definitions, visit.within, names)]);
  const [first] = visit.written;
  const [main = first] = all.filter(({ schema }) => !('$ref' in schema));
  if (!first || !main) return;
  const within = [...visit.within, ...names];
  const schemas = all.map(({ schema }) => schema);
  yield {
    path: visit.path,
    required: visit.required,
    own: inlineAlternatives(ownKeywords(schemas), definitions, within),
    schema: schemas.length === 1 ? main.schema : { allOf: visit.written.map(({ schema }) => schema) },
    entry: main.entry,
    at: main.at,
  };

  const required = new Set(schemas.flatMap(requiredOf));
  for (const [name, written] of propertiesIn(all)) {
    const inner = { path: [...visit.path, name], required: required.has(name), written, within };
    yield* flats(inner, definitions);
  }
  for (const [keyword, step] of [
    ['items', 'items'],
    ['additionalProperties', '*'],
  ] as const) {
    const written = all.flatMap(({ schema, entry, at }) => {
      const value = schema[keyword];
      return isObject(value) ? [{ schema: value, entry, at: [...at, keyword] }] : [];
    });
    if (written.length > 0)
      yield* flats({ path: [...visit.path, step], required: false, written, within }, definitions);
  }
}

/** A schema, what it refers to, and the schemas that hold beside it without a condition. */
function* applying(
  written: Written,
  definitions: Definitions,
  within: readonly string[],
  names: string[],
): Generator<Written> {
  yield written;
  const name = referenceOf(written.schema);
  const target = name === undefined ? undefined : definitions[name];
  if (name !== undefined && target && !within.includes(name) && !names.includes(name)) {
    names.push(name);
    yield* applying({ schema: target, entry: `schema/${name}`, at: [] }, definitions, within, names);
  }
  for (const [index, schema] of listOf(written.schema.allOf).entries()) {
    if ('if' in schema) continue;
    yield* applying({ ...written, schema, at: [...written.at, 'allOf', String(index)] }, definitions, within, names);
  }
}

function propertiesIn(all: readonly Written[]): Map<string, Written[]> {
  const found = new Map<string, Written[]>();
  for (const { schema, entry, at } of all) {
    for (const [name, property] of propertiesOf(schema)) {
      const written = { schema: property, entry, at: [...at, 'properties', name] };
      found.set(name, [...(found.get(name) ?? []), written]);
    }
  }
  return found;
}

function listOf(value: Json | undefined): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
