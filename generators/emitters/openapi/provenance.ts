import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation, Rule } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Named schemas with the statements behind each of their fields as `x-from`. */
export function withProvenance(schemas: Schemas, { operations, rules }: HostView): Schemas {
  const ofFields = Map.groupBy(
    rules.filter(({ schema }) => schema),
    ({ operation }) => operation,
  );
  const statements = new Map<string, Statements>();
  for (const operation of operations) {
    for (const rule of ofFields.get(operation.id) ?? []) {
      for (const { name, keys } of placesOf(rule, operation, schemas)) {
        const known = statements.get(name) ?? { inside: new Map() };
        statements.set(name, known);
        addCitation(known, keys, rule.from);
      }
    }
  }
  const all = Object.entries(schemas).map(([name, schema]) => {
    const own = statements.get(name);
    return [name, own ? withStatements(schema, own) : schema] as const;
  });
  return Object.fromEntries(all);
}

/** The places in named schemas that a rule of an operation's fields is about. */
function placesOf({ schema }: Rule, operation: Operation, schemas: Schemas): readonly Required<Place>[] {
  const root = schema && rootOf(operation, schema);
  if (!root) return [];
  return placesAt(root, schema.path, schemas, { keys: [] }).flatMap(({ name, keys }) =>
    name === undefined ? [] : [{ name, keys }],
  );
}

function rootOf({ body, responses }: Operation, schema: NonNullable<Rule['schema']>): JsonSchema | undefined {
  if (schema.in === 'body') return body?.schema;
  return schema.in === 'response' ? responses.find(({ http }) => http === schema.status)?.schema : undefined;
}

/** Where a path has led to: the keys from the last named schema on its way. */
interface Place {
  readonly name?: string;
  readonly keys: readonly string[];
}

/** The places that a path leads to: `items` into lists, `*` into values of any key, otherwise into a property. */
function placesAt(schema: JsonSchema, path: readonly string[], schemas: Schemas, at: Place): readonly Place[] {
  const [step, ...rest] = path;
  if (step === undefined) return [at];
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : schemas[name];
  if (name !== undefined && target) return placesAt(target, path, schemas, { name, keys: [] });

  const further = (keys: readonly string[]): Place => ({ ...at, keys: [...at.keys, ...keys] });
  const keys = step === 'items' ? ['items'] : step === '*' ? ['additionalProperties'] : ['properties', step];
  const inner = keys.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), schema);
  if (isObject(inner)) return placesAt(inner, rest, schemas, further(keys));
  // A field that stands in a branch only is looked for in each.
  return branchesIn(schema).flatMap(([keys, branch]) => placesAt(branch, path, schemas, further(keys)));
}

function branchesIn(schema: JsonSchema): (readonly [keys: readonly string[], branch: JsonSchema])[] {
  const found = Object.entries(schema).flatMap(([keyword, value]): [string[], Json][] => {
    if (keyword === 'then' || keyword === 'else') return [[[keyword], value]];
    const list = ['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value);
    return list ? value.map((branch, index) => [[keyword, String(index)], branch]) : [];
  });
  return found.flatMap(([keys, branch]) => (isObject(branch) ? [[keys, branch] as const] : []));
}

/** Statements by the keys that lead to where they are added. */
interface Statements {
  /** Those of the place itself. */
  from?: Set<string>;
  readonly inside: Map<string, Statements>;
}

function addCitation(statements: Statements, keys: readonly string[], from: readonly string[]): void {
  let place = statements;
  for (const key of keys) {
    const next = place.inside.get(key) ?? { inside: new Map() };
    place.inside.set(key, next);
    place = next;
  }
  place.from ??= new Set();
  for (const id of from) place.from.add(id);
}

function withStatements(schema: JsonSchema, { from, inside }: Statements): JsonSchema {
  const changed = Object.entries(schema).map(([key, value]): [string, Json] => {
    const own = inside.get(key);
    return [key, own ? inValue(value, own) : value];
  });
  return { ...Object.fromEntries(changed), ...(from && { 'x-from': union(schema['x-from'], from) }) };
}

function inValue(value: Json, statements: Statements): Json {
  if (isObject(value)) return withStatements(value, statements);
  if (!Array.isArray(value)) return value;
  return value.map((each: Json, index) => {
    const own = statements.inside.get(String(index));
    return own ? inValue(each, own) : each;
  });
}

function union(known: Json | undefined, from: Iterable<string>): string[] {
  return [...new Set([...(Array.isArray(known) ? known.map(String) : []), ...from])].sort();
}
