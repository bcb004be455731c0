import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Definitions, inlineAlternatives } from './inline.ts';
import { ownKeywords } from './keywords.ts';

/** A value within a schema, with every schema that says something of it. */
export interface Flat {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly own: JsonSchema;
  /** Names of the properties of an object that refuses others. */
  readonly names?: readonly string[];
  /** Keywords of `own` that hold schemas, as they are compared. */
  readonly compared?: JsonSchema;
  /** Alternatives that the other side does not have; absent where alternatives were not matched. */
  readonly lone?: readonly JsonSchema[];
  /** True where it has the same alternatives on both sides, more than one of which may take a value that `oneOf` then refuses. */
  readonly overlaps?: true;
  /** The pair of named schemas in which it differs, where it stands in one. */
  readonly cause?: string;
  /** Keywords of the value whose alternative it is. */
  readonly around?: JsonSchema;
  readonly schema: JsonSchema;
  /** Entry of the specification in which it is written, and the path within it. */
  readonly entry: string;
  readonly at: readonly string[];
}

/** A schema with the place where it is written. */
export interface Written {
  readonly schema: JsonSchema;
  readonly entry: string;
  readonly at: readonly string[];
}

/** A value with the schemas that describe it. */
export interface Visit {
  readonly path: readonly string[];
  readonly required: boolean;
  readonly written: readonly Written[];
  /** Names of the schemas around it, so that a recursive one ends. */
  readonly within: readonly string[];
  /** Keywords of the value whose alternative it is. */
  readonly around?: JsonSchema;
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
    own: inlineAlternatives(
      schemas.some(isNullBranch) ? withNull(ownKeywords(schemas)) : ownKeywords(schemas),
      definitions,
      within,
    ),
    ...namesOf(schemas),
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
export function* applying(
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
  const present = nullableBranch(written.schema);
  if (present) {
    const { keyword, index, schema } = present;
    yield* applying({ ...written, schema, at: [...written.at, keyword, String(index)] }, definitions, within, names);
  }
  for (const [index, schema] of listOf(written.schema.allOf).entries()) {
    if ('if' in schema) continue;
    yield* applying({ ...written, schema, at: [...written.at, 'allOf', String(index)] }, definitions, within, names);
  }
}

/** The names that some schemas list, where other names may be refused. */
export function namesOf(schemas: readonly JsonSchema[]): Pick<Flat, 'names'> {
  const isClosed = schemas.some((schema) => closing.some((keyword) => schema[keyword] !== undefined));
  const names = isClosed ? schemas.flatMap((schema) => propertiesOf(schema).map(([name]) => name)) : [];
  return names.length > 0 ? { names: [...new Set(names)] } : {};
}

const closing = ['additionalProperties', 'unevaluatedProperties'];

/** The properties of a value by name, each with all that is written of it. */
export function propertiesIn(all: readonly Written[]): Map<string, Written[]> {
  const found = new Map<string, Written[]>();
  for (const { schema, entry, at } of all) {
    for (const [name, property] of propertiesOf(schema)) {
      const written = { schema: property, entry, at: [...at, 'properties', name] };
      found.set(name, [...(found.get(name) ?? []), written]);
    }
  }
  return found;
}

/** The one alternative of a schema that takes null beside it: what is said of a value that may be null. */
function nullableBranch(schema: JsonSchema) {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = listOf(schema[keyword]);
    const [first, second] = branches;
    if (branches.length !== 2 || !first || !second || isNull(first) === isNull(second)) continue;
    return { keyword, index: isNull(first) ? 1 : 0, schema: isNull(first) ? second : first };
  }
  return undefined;
}

/** True for a schema that has but one alternative to null. */
export function isNullBranch(schema: JsonSchema): boolean {
  return nullableBranch(schema) !== undefined;
}

function isNull({ type, const: only, enum: listed }: JsonSchema): boolean {
  return type === 'null' || only === null || (Array.isArray(listed) && listed.length === 1 && listed[0] === null);
}

/** The keywords of a value that may be null, without the alternatives that say so. */
export function withNull(own: JsonSchema): JsonSchema {
  const { oneOf: _, anyOf: __, ...rest } = own;
  // Of a value that is described by alternatives alone they are all there is.
  if (rest.type === undefined && rest.enum === undefined) return own;
  const types = [...new Set([...[rest.type ?? []].flat(), 'null'])].sort();
  const listed = Array.isArray(rest.enum) ? [...new Set([...rest.enum, null])] : undefined;
  return {
    ...rest,
    ...(rest.type !== undefined && { type: types }),
    ...(listed && { enum: listed.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) }),
  };
}

function listOf(value: Json | undefined): JsonSchema[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
