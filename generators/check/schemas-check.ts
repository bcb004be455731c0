import { builtInTypes, pascalCase } from '../emitters/typescript/names.ts';
import type { SchemaSource } from '../language/json-schema.ts';
import { at } from '../model/spec.ts';
import { schemaName } from '../model/view/schema.ts';
import type { Path } from '../reader/node.ts';
import { type Check, type CheckContext, refer } from './context.ts';
import { type SchemaSite, schemaSites, usedSchemas, withParts } from './schema-sites.ts';

/** Checks references, contradictory bounds, patterns and annotations of JSON Schemas. */
export const checkSchemas: Check = (context) => {
  checkNames(context);
  for (const { entry, path, schema } of usedSchemas(context.spec)) {
    if (typeof schema === 'string') refer(context, 'schema', schemaName(schema), entry, path);
  }
  for (const site of schemaSites(context.spec)) {
    for (const { schema, path } of withParts(site.schema, site.path)) checkPart(context, site, schema, path);
  }
};

/** Checks that the types of named schemas have names of their own. */
function checkNames({ spec, diagnostics }: CheckContext): void {
  const types = new Map<string, string>();
  for (const { id, name } of spec.all('schema').values()) {
    const type = pascalCase(id);
    const other = types.get(type);
    if (!/^[A-Z]/.test(type)) diagnostics.report('schema-name', name, id, 'it does not begin with a letter');
    else if (builtInTypes.has(type)) diagnostics.report('schema-name', name, id, `TypeScript has a type ${type}`);
    else if (other !== undefined)
      diagnostics.report('schema-name', name, id, `the schema ${JSON.stringify(other)} has the same type ${type}`);
    types.set(type, id);
  }
}

function checkPart(context: CheckContext, { entry }: SchemaSite, schema: SchemaSource, path: Path): void {
  const { diagnostics } = context;
  if (schema.$ref !== undefined) refer(context, 'schema', schemaName(schema.$ref), entry, [...path, '$ref']);
  if (schema.catalog !== undefined) refer(context, 'catalog', schema.catalog, entry, [...path, 'catalog']);
  if (schema.error !== undefined) refer(context, 'error', schema.error, entry, [...path, 'error']);

  for (const [low, high] of contradictions(schema)) {
    const keyword = high.slice(0, high.indexOf(' '));
    diagnostics.report('schema-bounds', at(entry, [...path, keyword]), low, high);
  }
  if (schema.pattern !== undefined) {
    const reason = patternMistake(schema.pattern);
    if (reason) diagnostics.report('schema-pattern', at(entry, [...path, 'pattern']), reason);
  }
  checkPatterns(context, entry, schema, path);
  for (const [name, needed] of Object.entries(schema.dependentRequired ?? {})) {
    for (const each of [name, ...needed])
      if (schema.properties && !(each in schema.properties))
        diagnostics.report('schema-required-undescribed', at(entry, [...path, 'dependentRequired', name], 'key'), each);
  }
  for (const [index, name] of (schema.required ?? []).entries()) {
    if (schema.properties && !(name in schema.properties) && typeof schema.additionalProperties !== 'object') {
      diagnostics.report('schema-required-undescribed', at(entry, [...path, 'required', index]), name);
    }
  }
  for (const annotation of ['from', 'status'] as const) {
    const map = schema[annotation];
    if (typeof map !== 'object' || Array.isArray(map)) continue;
    for (const keyword of Object.keys(map)) {
      // `required` is in the surrounding schema, and the keywords of a reference are in its target.
      if (keyword === 'required' || keyword in schema || schema.$ref !== undefined) continue;
      diagnostics.report('schema-annotation-idle', at(entry, [...path, annotation, keyword], 'key'), keyword);
    }
  }
}

/** Checks that keys by patterns are those of a map. */
function checkPatterns(
  { diagnostics }: CheckContext,
  entry: SchemaSite['entry'],
  schema: SchemaSource,
  path: Path,
): void {
  const { patternProperties, additionalProperties, properties, propertyNames } = schema;
  const patterns = Object.keys(patternProperties ?? {});
  const [pattern] = patterns;
  if (pattern === undefined) return;
  const isMap = patterns.length === 1 && additionalProperties === false && !properties && !propertyNames;
  if (!isMap) diagnostics.report('schema-pattern-keys', at(entry, [...path, 'patternProperties'], 'key'));
  const reason = patternMistake(pattern);
  if (reason) diagnostics.report('schema-pattern', at(entry, [...path, 'patternProperties', pattern], 'key'), reason);
}

const pairs = [
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minimum', 'maximum'],
] as const;

function* contradictions(schema: SchemaSource): Generator<readonly [string, string]> {
  for (const [low, high] of pairs) {
    const [least, most] = [schema[low], schema[high]];
    if (least !== undefined && most !== undefined && least > most) yield [`${low} ${least}`, `${high} ${most}`];
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const exclusive = [
    ['minimum', minimum, 'exclusiveMaximum', exclusiveMaximum],
    ['exclusiveMinimum', exclusiveMinimum, 'maximum', maximum],
    ['exclusiveMinimum', exclusiveMinimum, 'exclusiveMaximum', exclusiveMaximum],
  ] as const;
  for (const [low, least, high, most] of exclusive) {
    if (least !== undefined && most !== undefined && least >= most) yield [`${low} ${least}`, `${high} ${most}`];
  }
}

function patternMistake(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^Invalid regular expression: /, '') : String(error);
  }
}
