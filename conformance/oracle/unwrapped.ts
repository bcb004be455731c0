import { isObject } from '@tollwright/runtime/values/json';
import type { JsonSchema } from '../contract/contract.ts';
import type { SchemaValidator } from './schema.ts';
import { isSchema, requiredOf } from './shapes.ts';

/** The content of a response, with the JSON pointer to it. */
export interface Content {
  readonly json: unknown;
  readonly at: string;
}

/**
 * The content of a response whose schema allows a wrapper: its `if` names the property that has it, and its `else` is the
 * schema of the content. Any other response is its own content.
 */
export function unwrapped(
  schema: JsonSchema | undefined,
  json: unknown,
  {
    validator,
    schemas,
  }: { readonly validator: SchemaValidator; readonly schemas: Readonly<Record<string, JsonSchema>> },
): Content {
  const plain = { json, at: '' };
  const named = schema && typeof schema.$ref === 'string' ? schemas[schema.$ref.replace('#/schemas/', '')] : schema;
  if (!named || !isSchema(named.if) || !isSchema(named.else) || named.then !== undefined || !isObject(json))
    return plain;
  const [name] = requiredOf(named.if);
  if (name === undefined || !validator.valid(named.if, json)) return plain;
  return { json: json[name], at: `/${name}` };
}
