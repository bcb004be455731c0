import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation, Rule } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Named schemas with the statements behind each of their fields as `x-from`. */
export function withProvenance(schemas: Schemas, { operations, rules }: HostView): Schemas {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const cited = { ...schemas };
  for (const rule of rules) {
    const operation = byId.get(rule.operation ?? '');
    const root = operation && rule.schema && rootOf(operation, rule.schema);
    if (root && rule.schema) citeIn(cited, root, rule.schema.path, rule.from);
  }
  return cited;
}

function rootOf({ body, responses }: Operation, schema: NonNullable<Rule['schema']>): JsonSchema | undefined {
  if (schema.in === 'body') return body?.schema;
  return schema.in === 'response' ? responses.find(({ http }) => http === schema.status)?.schema : undefined;
}

/**
 * Adds statements where a path leads: `items` into lists, `*` into values of any key, otherwise into a property.
 *
 * Answers the changed schema; named schemas on the way are exchanged for changed ones.
 */
function citeIn(
  named: Record<string, JsonSchema>,
  schema: JsonSchema,
  path: readonly string[],
  from: readonly string[],
): JsonSchema {
  const [step, ...rest] = path;
  if (step === undefined) return { ...schema, 'x-from': union(schema['x-from'], from) };

  const name = referenceOf(schema);
  const target = name === undefined ? undefined : named[name];
  if (name !== undefined && target) {
    named[name] = citeIn(named, target, path, from);
    return schema;
  }
  const keyword = step === 'items' ? 'items' : step === '*' ? 'additionalProperties' : 'properties';
  const found = schema[keyword];
  if (keyword !== 'properties' && isObject(found)) return { ...schema, [keyword]: citeIn(named, found, rest, from) };

  const property = isObject(found) ? found[step] : undefined;
  if (isObject(found) && isObject(property)) {
    return { ...schema, properties: { ...found, [step]: citeIn(named, property, rest, from) } };
  }
  // A field that stands in a branch only is looked for in each.
  const cite = (branch: Json): Json => (isObject(branch) ? citeIn(named, branch, path, from) : branch);
  const changed = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === 'then' || keyword === 'else') return [keyword, cite(value)];
    const list = ['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value);
    return [keyword, list ? value.map(cite) : value];
  });
  return Object.fromEntries(changed);
}

function union(known: Json | undefined, from: readonly string[]): string[] {
  return [...new Set([...(Array.isArray(known) ? known.map(String) : []), ...from])].sort();
}
