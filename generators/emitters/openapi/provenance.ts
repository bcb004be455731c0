import { isObject, referenceOf } from '../../json-schema/walk.ts';
import { kept } from '../../kept.ts';
import type { Json, JsonSchema, Rule } from '../../model/types.ts';
import type { DescribedOperation } from './described.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Statements behind a place: the keys that lead to it from a named schema, and their ids. */
type Citation = readonly [keys: readonly string[], from: readonly string[]];

/** Named schemas with the statements behind each of their fields as `x-from`. */
export function withProvenance(
  schemas: Schemas,
  operations: readonly DescribedOperation[],
  rules: readonly Rule[],
): Schemas {
  const ofFields = rules.filter(({ schema }) => schema);
  const byOperation = Map.groupBy(ofFields, ({ operation }) => operation);
  const texts = new Map<string, string[]>();
  for (const operation of operations) {
    const own = byOperation.get(operation.id) ?? [];
    const ofOperation = citations(operation, { schema: (name) => schemas[name], rule: (index) => own[index] });
    for (const [name, text] of ofOperation) {
      const known = texts.get(name);
      if (known) known.push(text);
      else texts.set(name, [text]);
    }
  }
  const all = Object.entries(schemas).map(([name, schema]) => {
    const own = texts.get(name);
    return [name, own ? cited(schema, { citations: (index) => own[index] }) : schema] as const;
  });
  return Object.fromEntries(all);
}

interface RuleSources {
  schema(name: string): JsonSchema | undefined;
  /** The rules of an operation's fields; `undefined` past the last one. */
  rule(index: number): Rule | undefined;
}

/**
 * The citations of an operation's rules by the name of the schema.
 *
 * They are text, and so the same for operations that hosts serve in different ways.
 */
const citations = kept(
  (operation: DescribedOperation, { schema: named, rule }: RuleSources): readonly [string, string][] => {
    const byName = new Map<string, Citation[]>();
    for (let index = 0, each = rule(0); each; index += 1, each = rule(index)) {
      const { schema, from } = each;
      const root = schema && rootOf(operation, schema);
      if (!root) continue;
      for (const { name, keys } of placesAt(root, schema.path, named, { keys: [] })) {
        if (name === undefined) continue;
        const known = byName.get(name) ?? [];
        byName.set(name, known);
        known.push([keys, from]);
      }
    }
    return [...byName].map(([name, all]) => [name, JSON.stringify(all)]);
  },
);

function rootOf({ body, responses }: DescribedOperation, schema: NonNullable<Rule['schema']>): JsonSchema | undefined {
  if (schema.in === 'body') return body?.schema;
  return schema.in === 'response' ? responses.find(({ http }) => http === schema.status)?.schema : undefined;
}

/** Where a path has led to: the keys from the last named schema on its way. */
interface Place {
  readonly name?: string;
  readonly keys: readonly string[];
}

/** The places that a path leads to: `items` into lists, `*` into values of any key, otherwise into a property. */
function placesAt(
  schema: JsonSchema,
  path: readonly string[],
  named: RuleSources['schema'],
  at: Place,
): readonly Place[] {
  const [step, ...rest] = path;
  if (step === undefined) return [at];
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : named(name);
  if (name !== undefined && target) return placesAt(target, path, named, { name, keys: [] });

  const further = (keys: readonly string[]): Place => ({ ...at, keys: [...at.keys, ...keys] });
  const keys = step === 'items' ? ['items'] : step === '*' ? ['additionalProperties'] : ['properties', step];
  const inner = keys.reduce<Json | undefined>((value, key) => (isObject(value) ? value[key] : undefined), schema);
  if (isObject(inner)) return placesAt(inner, rest, named, further(keys));
  // A field that stands in a branch only is looked for in each.
  return branchesIn(schema).flatMap(([keys, branch]) => placesAt(branch, path, named, further(keys)));
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

/** A schema with the statements of all citations in it; `undefined` stands past the last of their texts. */
const cited = kept((schema: JsonSchema, { citations }: { citations(index: number): string | undefined }) => {
  const all: Statements = { inside: new Map() };
  for (let index = 0, text = citations(0); text !== undefined; index += 1, text = citations(index)) {
    const own: readonly Citation[] = JSON.parse(text);
    for (const [keys, from] of own) addCitation(all, keys, from);
  }
  return withStatements(schema, all);
});

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
