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
  /** True for a query or path, whose texts are read by the schema itself and by no branch of it. */
  readonly ofTexts: boolean;
  /** True where nothing fills in: within a test or the values of a map, and in each branch for texts. */
  readonly isIdle: boolean;
}

const parts = new Set(['body', 'query', 'params']);

/** Checks that no default of a request stands where nothing fills it in. */
export const checkBranches: Check = (context) => {
  const seen = new Set<string>();
  for (const { entry, path, schema } of operationSchemas(context.spec)) {
    if (!parts.has(String(path[0]))) continue;
    const state = { ofTexts: path[0] !== 'body', isIdle: false };
    if (typeof schema === 'string') visitNamed(context, schema, state, seen);
    else visit(context, { entry, path, schema, ...state }, seen);
  }
};

type State = Pick<Reached, 'ofTexts' | 'isIdle'>;

function visitNamed(context: CheckContext, reference: string, state: State, seen: Set<string>): void {
  const name = schemaName(reference);
  const entry = context.spec.get('schema', name);
  const key = `${name} ${state.ofTexts} ${state.isIdle}`;
  if (!entry || seen.has(key)) return;
  seen.add(key);
  visit(context, { entry, path: [], schema: entry.value, ...state }, seen);
}

function visit(context: CheckContext, reached: Reached, seen: Set<string>): void {
  const { entry, path, schema, ofTexts, isIdle } = reached;
  if (schema.$ref !== undefined) visitNamed(context, schema.$ref, { ofTexts, isIdle }, seen);
  const into = (inner: SchemaSource | boolean | undefined, step: Path, idle = isIdle) => {
    if (isObject(inner))
      visit(context, { entry, path: [...path, ...step], schema: inner, ofTexts, isIdle: idle }, seen);
  };
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const step = ['properties', name];
    if (isIdle && property.default !== undefined)
      context.diagnostics.report('schema-default-idle', at(entry, [...path, ...step, 'default']), name);
    into(property, step);
  }
  into(schema.items, ['items']);
  for (const keyword of ['not', 'if', 'additionalProperties'] as const) into(schema[keyword], [keyword], true);
  for (const [pattern, inner] of Object.entries(schema.patternProperties ?? {}))
    into(inner, ['patternProperties', pattern], true);
  for (const keyword of ['then', 'else'] as const) into(schema[keyword], [keyword], isIdle || ofTexts);
  for (const keyword of ['allOf', 'anyOf', 'oneOf'] as const)
    for (const [index, inner] of (schema[keyword] ?? []).entries()) into(inner, [keyword, index], isIdle || ofTexts);
}
