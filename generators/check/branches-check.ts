import { isObject } from '../json-schema/walk.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import { at, type Located } from '../model/spec.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Path } from '../reader/node.ts';
import type { Check, CheckContext } from './context.ts';
import { operationSchemas } from './schema-sites.ts';

/** A schema that a request reaches, with its place. */
interface Reached {
  readonly entry: Located<unknown>;
  readonly path: Path;
  readonly schema: SchemaSource;
  /** True within a branch: only one of several schemas may hold, so that it is unclear which fills a value in. */
  readonly inBranch: boolean;
}

const parts = new Set(['body', 'query', 'params']);

/** Checks that no default of a request stands in a branch of a schema, where nothing can fill it in. */
export const checkBranches: Check = (context) => {
  const seen = new Set<string>();
  for (const { entry, path, schema } of operationSchemas(context.spec)) {
    if (!parts.has(String(path[0]))) continue;
    if (typeof schema === 'string') visitNamed(context, schema, false, seen);
    else visit(context, { entry, path, schema, inBranch: false }, seen);
  }
};

function visitNamed(context: CheckContext, reference: string, inBranch: boolean, seen: Set<string>): void {
  const name = schemaName(reference);
  const entry = context.spec.get('schema', name);
  const key = `${name} ${inBranch}`;
  if (!entry || seen.has(key)) return;
  seen.add(key);
  visit(context, { entry, path: [], schema: entry.value, inBranch }, seen);
}

function visit(context: CheckContext, reached: Reached, seen: Set<string>): void {
  const { entry, path, schema, inBranch } = reached;
  if (schema.$ref !== undefined) visitNamed(context, schema.$ref, inBranch, seen);
  const into = (inner: SchemaSource | boolean | undefined, step: Path, isBranch = inBranch) => {
    if (isObject(inner)) visit(context, { entry, path: [...path, ...step], schema: inner, inBranch: isBranch }, seen);
  };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const step = ['properties', name];
    if (inBranch && property.default !== undefined)
      context.diagnostics.report('schema-default-branch', at(entry, [...path, ...step, 'default']), name);
    into(property, step);
  }
  into(schema.items, ['items']);
  for (const keyword of ['not', 'if', 'then', 'else'] as const) into(schema[keyword], [keyword], true);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const [index, inner] of (schema[keyword] ?? []).entries()) into(inner, [keyword, index], true);
}
