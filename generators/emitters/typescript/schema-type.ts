import { isSchema } from '../../cel/types.ts';
import type { Json, JsonSchema, Model } from '../../model/types.ts';

/**
 * The named schemas of all hosts as one set.
 *
 * A type is written once, whatever the hosts: a property that one of them lacks is optional.
 */
export function mergedSchemas({ hosts }: Model): Readonly<Record<string, JsonSchema>> {
  const merged = new Map<string, JsonSchema>();
  for (const { schemas } of hosts) {
    for (const [name, schema] of Object.entries(schemas)) {
      const known = merged.get(name);
      merged.set(name, known ? merge(known, schema) : schema);
    }
  }
  return Object.fromEntries(merged);
}

/** Two forms of a schema as one that allows what either has. */
export function merge(a: JsonSchema, b: JsonSchema): JsonSchema {
  if (!isSchema(a.properties) || !isSchema(b.properties)) return a;
  const [left, right] = [names(a.required), names(b.required)];
  const required = left.filter((name) => right.includes(name));
  return { ...a, properties: { ...b.properties, ...a.properties }, required };
}

function names(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** What writing a type needs to know of named schemas. */
export interface TypeScope {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Imports the type of a named object schema and returns its name. */
  readonly use: (name: string) => string;
}

/** True when a named schema gets a type of its own; simple ones are written where they are used. */
export function isNamedType(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'object' && isSchema(schema.properties);
}

/** The TypeScript type of values that keep a schema, with defaults filled in. */
export function typeText(schema: JsonSchema, scope: TypeScope): string {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.slice('#/schemas/'.length);
    const target = scope.schemas[name] ?? {};
    return isNamedType(target) ? scope.use(name) : typeText(target, scope);
  }
  if ('const' in schema) return literalType(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literalType).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, scope)).join(' | ');
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (schema.type === undefined && Array.isArray(branches)) {
      const texts = branches.map((branch) => (isSchema(branch) ? typeText(branch, scope) : 'unknown'));
      return texts.includes('unknown') ? 'unknown' : [...new Set(texts)].map((text) => `(${text})`).join(' | ');
    }
  }
  return plainType(schema, scope);
}

function plainType(schema: JsonSchema, scope: TypeScope): string {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `readonly (${isSchema(schema.items) ? typeText(schema.items, scope) : 'unknown'})[]`;
    case 'object':
      return objectType(schema, scope);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, scope: TypeScope): string {
  if (!isSchema(schema.properties)) {
    const values = isSchema(schema.additionalProperties) ? typeText(schema.additionalProperties, scope) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  return `{ ${fields(schema, scope).join(' ')} }`;
}

/** The fields of an object type, one text each. */
export function fields(schema: JsonSchema, scope: TypeScope): string[] {
  if (!isSchema(schema.properties)) return [];
  const required = names(schema.required);
  return Object.entries(schema.properties).map(([name, inner]) => {
    const property = isSchema(inner) ? inner : {};
    const sure = required.includes(name) || hasDefault(property, scope.schemas);
    return `readonly ${JSON.stringify(name)}${sure ? '' : '?'}: ${typeText(property, scope)};`;
  });
}

/** True when a schema, or the named one behind it, gives a default. */
export function hasDefault(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  if ('default' in schema) return true;
  return typeof schema.$ref === 'string' && hasDefault(schemas[schema.$ref.slice('#/schemas/'.length)] ?? {}, schemas);
}

function literalType(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}
