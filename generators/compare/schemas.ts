import { referencesOf } from '../json-schema/walk.ts';
import type { JsonSchema } from '../model/types.ts';
import { once } from '../once.ts';
import { meansSame } from './meaning.ts';
import type { ComparedOperation, ComparedView } from './side.ts';

/** Tells whether an operation refers to a schema whose meaning may differ between two views. */
export function differingSchemas(before: ComparedView, after: ComparedView): (operation: ComparedOperation) => boolean {
  const names = new Set([...Object.keys(before.schemas), ...Object.keys(after.schemas)]);
  const differing = new Set([...names].filter((name) => !meansSame(before.schemas[name], after.schemas[name])));
  if (differing.size === 0) return () => false;

  const affected = new Set<string>(differing);
  const known = new Map<string, readonly string[]>();
  const refers = (name: string, within: ReadonlySet<string>): boolean => {
    if (affected.has(name)) return true;
    if (within.has(name)) return false;
    const references = known.get(name) ?? schemasNamed(after.schemas[name] ?? before.schemas[name] ?? {});
    known.set(name, references);
    const found = references.some((inner) => refers(inner, new Set([...within, name])));
    if (found) affected.add(name);
    return found;
  };
  return (operation) => namedBy(operation).some((name) => refers(name, new Set()));
}

/** The schemas of a view that an operation refers to, itself or by way of others. */
export const schemasReached = once((view: ComparedView) =>
  once((operation: ComparedOperation): Readonly<Record<string, JsonSchema>> => {
    const names = new Set(namedBy(operation));
    for (const name of names) for (const inner of schemasNamed(view.schemas[name] ?? {})) names.add(inner);
    return Object.fromEntries(Object.entries(view.schemas).filter(([name]) => names.has(name)));
  }),
);

/** Names of the schemas that an operation refers to, itself or by way of others, outside of some parts of its requests. */
export function namesReached(
  { schemas }: ComparedView,
  operation: ComparedOperation,
  except: ReadonlySet<string> = new Set(),
): ReadonlySet<string> {
  const names = new Set(schemasOf(operation, except).flatMap(schemasNamed));
  for (const name of names) for (const inner of schemasNamed(schemas[name] ?? {})) names.add(inner);
  return names;
}

function namedBy(operation: ComparedOperation): readonly string[] {
  return operation.refersTo ?? schemasOf(operation).flatMap(schemasNamed);
}

/** The named schemas that a schema refers to, or to a part of which it does. */
function schemasNamed(schema: JsonSchema): string[] {
  return [...referencesOf(schema)].map((name) => name.replace(/\/.*/, ''));
}

function schemasOf(operation: ComparedOperation, except: ReadonlySet<string> = new Set()): JsonSchema[] {
  const { body, query, params, headers, cookies, responses, payment } = operation;
  const parts = { body: body?.schema, query, params, headers, cookies };
  const requests = Object.entries(parts).flatMap(([part, schema]) => (schema && !except.has(part) ? [schema] : []));
  const answers = responses.flatMap((response) => [response.schema, ...Object.values(response.headers)]);
  const all = [...requests, payment?.challenge, ...answers];
  return all.filter((schema) => schema !== undefined);
}
