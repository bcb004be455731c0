import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { HostView, Json, JsonSchema, Operation, Rule } from '../../model/types.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Statements by the steps that lead to where they are added. */
interface Citations {
  /** Those of the place itself. */
  from?: Set<string>;
  readonly inside: Map<string, Citations>;
}

/** Named schemas with the statements behind each of their fields as `x-from`. */
export function withProvenance(schemas: Schemas, { operations, rules }: HostView): Schemas {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  // Several rules are of one place, and many places of one schema, which is copied once for all of them.
  const all = new Map<JsonSchema, { readonly root: JsonSchema; readonly citations: Citations }>();
  for (const { operation: id = '', schema, from } of rules) {
    const operation = byId.get(id);
    const root = operation && schema && rootOf(operation, schema);
    if (!root) continue;
    const key = schemas[referenceOf(root) ?? ''] ?? root;
    const known = all.get(key) ?? { root, citations: { inside: new Map() } };
    all.set(key, known);
    addCitation(known.citations, schema.path, from);
  }
  const cited = { ...schemas };
  for (const { root, citations } of all.values()) citeIn(cited, root, citations);
  return cited;
}

function addCitation(citations: Citations, path: readonly string[], from: readonly string[]): void {
  let place = citations;
  for (const step of path) {
    const next = place.inside.get(step) ?? { inside: new Map() };
    place.inside.set(step, next);
    place = next;
  }
  place.from ??= new Set();
  for (const id of from) place.from.add(id);
}

function rootOf({ body, responses }: Operation, schema: NonNullable<Rule['schema']>): JsonSchema | undefined {
  if (schema.in === 'body') return body?.schema;
  return schema.in === 'response' ? responses.find(({ http }) => http === schema.status)?.schema : undefined;
}

/** Adds statements to a schema and inside it, and answers the changed one; named schemas are exchanged for changed ones. */
function citeIn(named: Record<string, JsonSchema>, schema: JsonSchema, { from, inside }: Citations): JsonSchema {
  let cited = from ? { ...schema, 'x-from': union(schema['x-from'], from) } : schema;
  for (const [step, citations] of inside) cited = citeAt(named, cited, step, citations);
  return cited;
}

/** The same at one step: `items` into lists, `*` into values of any key, otherwise into a property. */
function citeAt(named: Record<string, JsonSchema>, schema: JsonSchema, step: string, citations: Citations): JsonSchema {
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : named[name];
  if (name !== undefined && target) {
    named[name] = citeAt(named, target, step, citations);
    return schema;
  }
  const keyword = step === 'items' ? 'items' : step === '*' ? 'additionalProperties' : 'properties';
  const found = schema[keyword];
  if (keyword !== 'properties' && isObject(found)) return { ...schema, [keyword]: citeIn(named, found, citations) };

  const property = isObject(found) ? found[step] : undefined;
  if (isObject(found) && isObject(property)) {
    return { ...schema, properties: { ...found, [step]: citeIn(named, property, citations) } };
  }
  // A field that stands in a branch only is looked for in each.
  const cite = (branch: Json): Json => (isObject(branch) ? citeAt(named, branch, step, citations) : branch);
  const changed = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (keyword === 'then' || keyword === 'else') return [keyword, cite(value)];
    const list = ['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(value);
    return [keyword, list ? value.map(cite) : value];
  });
  return Object.fromEntries(changed);
}

function union(known: Json | undefined, from: Iterable<string>): string[] {
  return [...new Set([...(Array.isArray(known) ? known.map(String) : []), ...from])].sort();
}
