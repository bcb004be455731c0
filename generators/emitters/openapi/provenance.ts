import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation, Rule } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Named schemas with the statements behind each of their fields as `x-from`. */
export function withProvenance(schemas: Schemas, { operations, rules }: HostView): Schemas {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  let cited = schemas;
  for (const rule of rules) {
    const operation = byId.get(rule.operation ?? '');
    const root = operation && rule.schema && rootOf(operation, rule.schema);
    if (root && rule.schema) cited = citeIn(cited, root, rule.schema.path, rule.from).schemas;
  }
  return cited;
}

function rootOf({ body, responses }: Operation, schema: NonNullable<Rule['schema']>): JsonSchema | undefined {
  if (schema.in === 'body') return body?.schema;
  return schema.in === 'response' ? responses.find(({ http }) => http === schema.status)?.schema : undefined;
}

interface Cited {
  readonly schema: JsonSchema;
  readonly schemas: Schemas;
}

/** Adds statements where a path leads: `items` into lists, `*` into values of any key, otherwise into a property. */
function citeIn(schemas: Schemas, schema: JsonSchema, path: readonly string[], from: readonly string[]): Cited {
  const [step, ...rest] = path;
  if (step === undefined) return { schema: { ...schema, 'x-from': union(schema['x-from'], from) }, schemas };

  const name = referenceOf(schema);
  const target = name === undefined ? undefined : schemas[name];
  if (name !== undefined && target) {
    const inner = citeIn(schemas, target, path, from);
    return { schema, schemas: { ...inner.schemas, [name]: inner.schema } };
  }
  const keyword = step === 'items' ? 'items' : step === '*' ? 'additionalProperties' : 'properties';
  const found = schema[keyword];
  if (keyword !== 'properties' && isObject(found)) {
    const inner = citeIn(schemas, found, rest, from);
    return { schema: { ...schema, [keyword]: inner.schema }, schemas: inner.schemas };
  }
  const property = isObject(found) ? found[step] : undefined;
  if (isObject(found) && isObject(property)) {
    const inner = citeIn(schemas, property, rest, from);
    return { schema: { ...schema, properties: { ...found, [step]: inner.schema } }, schemas: inner.schemas };
  }
  return citeBranches(schemas, schema, path, from);
}

/** A field that stands in a branch only is looked for in each. */
function citeBranches(schemas: Schemas, schema: JsonSchema, path: readonly string[], from: readonly string[]): Cited {
  let known = schemas;
  const cite = (branch: Json): Json => {
    if (!isObject(branch)) return branch;
    const inner = citeIn(known, branch, path, from);
    known = inner.schemas;
    return inner.schema;
  };
  const changed = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === 'then' || keyword === 'else') return [keyword, cite(value)];
    const list = ['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value);
    return [keyword, list ? value.map(cite) : value];
  });
  return { schema: Object.fromEntries(changed), schemas: known };
}

function union(known: Json | undefined, from: readonly string[]): string[] {
  return [...new Set([...(Array.isArray(known) ? known.map(String) : []), ...from])].sort();
}
