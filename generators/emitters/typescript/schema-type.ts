import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';

/** What writing a type needs to know of named schemas. */
export interface TypeScope {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Imports the type of a named object schema and returns its name. */
  readonly use: (name: string) => string;
}

/** True when a named schema gets a type of its own; simple ones are written where they are used. */
export function isNamedType(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'object' && isObject(schema.properties) && Object.keys(schema.properties).length > 0;
}

/** The TypeScript type of values that keep a schema, with defaults filled in. */
export function typeText(schema: JsonSchema, scope: TypeScope): string {
  const name = referenceOf(schema);
  if (name !== undefined) {
    const target = scope.schemas[name] ?? {};
    return isNamedType(target) ? scope.use(name) : typeText(target, scope);
  }
  if ('const' in schema) return literalType(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literalType).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeText({ ...schema, type }, scope)).join(' | ');
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (schema.type === undefined && Array.isArray(branches)) {
      const texts = branches.map((branch) => (isObject(branch) ? typeText(branch, scope) : 'unknown'));
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
      return `readonly (${isObject(schema.items) ? typeText(schema.items, scope) : 'unknown'})[]`;
    case 'object':
      return objectType(schema, scope);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, scope: TypeScope): string {
  if (!isNamedType(schema)) {
    const values = isObject(schema.additionalProperties) ? typeText(schema.additionalProperties, scope) : 'unknown';
    return `Readonly<Record<string, ${values}>>`;
  }
  return `{ ${fields(schema, scope).join(' ')} }`;
}

/** The fields of an object type, one text each. */
export function fields(schema: JsonSchema, scope: TypeScope): string[] {
  const required = requiredOf(schema);
  return propertiesOf(schema).map(([name, property]) => {
    const sure = required.includes(name) || hasDefault(property, scope.schemas);
    return `readonly ${JSON.stringify(name)}${sure ? '' : '?'}: ${typeText(property, scope)};`;
  });
}

/** True when a schema, or the named one behind it, gives a default. */
export function hasDefault(schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): boolean {
  if ('default' in schema) return true;
  const name = referenceOf(schema);
  return name !== undefined && hasDefault(schemas[name] ?? {}, schemas);
}

function literalType(value: Json | undefined): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value);
}
