import { once } from '../common/once.ts';
import { referencesOf } from '../json-schema/walk.ts';
import type { JsonSchema } from '../model/types.ts';
import { meansSame } from './meaning.ts';
import type { ComparedOperation, ComparedView } from './side.ts';

/** Names of the schemas that do not mean the same in two views, themselves or by what they lead to. */
export const changedSchemas = once((before: ComparedView) =>
  once((after: ComparedView): ReadonlySet<string> => {
    const names = new Set([...Object.keys(before.schemas), ...Object.keys(after.schemas)]);
    const users = new Map<string, string[]>();
    for (const name of names) {
      const own = [before.schemas[name], after.schemas[name]].flatMap((schema) => (schema ? schemasNamed(schema) : []));
      for (const inner of new Set(own)) users.set(inner, [...(users.get(inner) ?? []), name]);
    }
    const changed = new Set([...names].filter((name) => !meansSame(before.schemas[name], after.schemas[name])));
    // A set that grows while it is walked.
    for (const name of changed) for (const user of users.get(name) ?? []) changed.add(user);
    return changed;
  }),
);

/** Tells whether an operation refers to one of some schemas itself. */
export function refersTo(operation: ComparedOperation, names: ReadonlySet<string>): boolean {
  return namedBy(operation).some((name) => names.has(name));
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
  return schemasOf(operation).flatMap(schemasNamed);
}

/** The named schemas that a schema refers to, or to a part of which it does. */
function schemasNamed(schema: JsonSchema): string[] {
  return [...referencesOf(schema)].map((name) => name.replace(/\/.*/, ''));
}

function schemasOf(operation: ComparedOperation, except: ReadonlySet<string> = new Set()): JsonSchema[] {
  const { body, query, params, headers, cookies, responses, payment, media = {} } = operation;
  const parts = { body: body?.schema, query, params, headers, cookies };
  const requests = Object.entries(parts).flatMap(([part, schema]) => (schema && !except.has(part) ? [schema] : []));
  const further = [media, ...responses.map((response) => response.media ?? {})].flatMap((each) => Object.values(each));
  const answers = responses.flatMap((response) => [response.schema, ...Object.values(response.headers)]);
  const all = [...requests, payment?.challenge, ...answers, ...further.map(({ schema }) => schema)];
  return all.filter((schema) => schema !== undefined);
}
