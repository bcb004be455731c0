import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { type Code, code, join } from '../../output/code.ts';
import { docstring, literal } from '../typescript/literal.ts';
import { check, checked, checkWhere, type Write, type Writer, z } from './writer.ts';

/** zod source of lists that a schema allows. */
export function writeList(schema: JsonSchema, writer: Writer, write: Write): Code {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const item = items === false ? code`${z}.never()` : isObject(items) ? write(items, writer) : code`${z}.unknown()`;
  const least = minItems === undefined ? '' : `.min(${minItems})`;
  const most = maxItems === undefined ? '' : `.max(${maxItems})`;
  return checked(code`${z}.array(${item})${least}${most}`, uniqueItems === true ? [check('unique')] : []);
}

/** zod source of objects that a schema allows. */
export function writeObject(schema: JsonSchema, writer: Writer, write: Write): Code {
  const { minProperties, maxProperties, dependentRequired, propertyNames, additionalProperties: rest } = schema;
  const known = namesOf(schema);
  return checked(objectSource(schema, writer, write), [
    ...(isObject(rest) && known.length > 0 ? [check('others', literal(known), write(rest, writer))] : []),
    ...checkWhere(minProperties, 'minProperties'),
    ...checkWhere(maxProperties, 'maxProperties'),
    ...checkWhere(dependentRequired, 'dependentRequired'),
    ...(isObject(propertyNames) ? [check('keys', write(propertyNames, writer, ['string']))] : []),
  ]);
}

/** The names of all properties that an object describes or requires. */
function namesOf(schema: JsonSchema): readonly string[] {
  return [...new Set([...propertiesOf(schema).map(([name]) => name), ...requiredOf(schema)])];
}

function objectSource(schema: JsonSchema, writer: Writer, write: Write): Code {
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const unnamed = required.filter((name) => !properties.some(([known]) => known === name));
  const fields = [...properties, ...unnamed.map((name): [string, JsonSchema] => [name, {}])].map(([name, property]) =>
    field(name, property, required.includes(name), writer, write),
  );

  const { additionalProperties: others } = schema;
  if (isObject(others) && fields.length === 0) return code`${z}.record(${z}.string(), ${write(others, writer)})`;
  const open = others === false ? 'strictObject' : 'looseObject';
  return fields.length > 0 ? code`${z}.${open}({\n${join(fields, ',\n')},\n})` : code`${z}.${open}({})`;
}

function field(name: string, schema: JsonSchema, required: boolean, writer: Writer, write: Write): Code {
  const doc = typeof schema.description === 'string' ? `${docstring(schema.description)}\n` : '';
  const source = write(schema, writer);
  const fallback = writer.fallback(schema);
  const absent = fallback === undefined ? '.optional()' : `.default(${literal(fallback)})`;
  return code`${doc}${JSON.stringify(name)}: ${source}${required ? '' : absent}`;
}
