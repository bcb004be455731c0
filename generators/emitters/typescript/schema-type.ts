import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join } from '../../output/code.ts';
import { print } from '../../output/code-tree.ts';
import { docstring, sentence } from './literal.ts';

/** What writing a type needs to know of named schemas. */
export interface TypeScope {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The type of a named object schema. */
  readonly named: (name: string) => Code;
  /** True for what callers send: fields that have a default may be left out. */
  readonly isSent?: boolean;
  /** Simple schemas that the type is part of: where one of them comes again, such as a list of itself, it may be anything. */
  readonly within?: ReadonlySet<string>;
}

/** True when a named schema gets a type of its own; simple ones are written where they are used. */
export function isNamedType(schema: JsonSchema | undefined): boolean {
  return schema?.type === 'object' && isObject(schema.properties) && Object.keys(schema.properties).length > 0;
}

/** The TypeScript type of values that are valid against a schema, with defaults filled in. */
export function schemaType(schema: JsonSchema, scope: TypeScope): Code {
  const name = referenceOf(schema);
  if (name !== undefined) {
    const target = scope.schemas[name] ?? {};
    const { within = new Set() } = scope;
    if (isNamedType(target)) return scope.named(name);
    return within.has(name) ? 'unknown' : schemaType(target, { ...scope, within: new Set([...within, name]) });
  }
  if ('const' in schema) return literalType(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map(literalType).join(' | ');
  if (Array.isArray(schema.type))
    return join(
      schema.type.map((type) => schemaType({ ...schema, type }, scope)),
      ' | ',
    );
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const branches = schema[keyword];
    if (schema.type === undefined && Array.isArray(branches)) {
      const types = branches.map((branch: Json) => (isObject(branch) ? schemaType(branch, scope) : 'unknown'));
      const distinct = new Map(types.map((type) => [print(type), type]));
      return distinct.has('unknown')
        ? 'unknown'
        : join(
            [...distinct.values()].map((type) => code`(${type})`),
            ' | ',
          );
    }
  }
  return plainType(schema, scope);
}

function plainType(schema: JsonSchema, scope: TypeScope): Code {
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return code`readonly (${isObject(schema.items) ? schemaType(schema.items, scope) : 'unknown'})[]`;
    case 'object':
      return objectType(schema, scope);
    default:
      return 'unknown';
  }
}

function objectType(schema: JsonSchema, scope: TypeScope): Code {
  if (!isNamedType(schema)) {
    const values = isObject(schema.additionalProperties) ? schemaType(schema.additionalProperties, scope) : 'unknown';
    return code`Readonly<Record<string, ${values}>>`;
  }
  return code`{ ${join(fields(schema, scope), ' ')} }`;
}

/** The fields of an object type. */
export function fields(schema: JsonSchema, scope: TypeScope): Code[] {
  const required = requiredOf(schema);
  return propertiesOf(schema).map(([name, property]) => {
    const sure = required.includes(name) || (!scope.isSent && hasDefault(property, scope.schemas));
    return code`${fieldDoc(property)}readonly ${JSON.stringify(name)}${sure ? '' : '?'}: ${schemaType(property, scope)};`;
  });
}

/** What a field means, and its default. */
function fieldDoc(schema: JsonSchema): string {
  const { description, default: fallback } = schema;
  const usual = fallback === undefined ? undefined : `@default ${JSON.stringify(fallback)}`;
  if (typeof description !== 'string') return usual === undefined ? '' : `\n${docstring(usual)}\n`;
  return `\n${docstring(sentence(description), usual)}\n`;
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
