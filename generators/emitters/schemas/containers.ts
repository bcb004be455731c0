import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { docstring, literal } from '../typescript/literal.ts';
import { checked, type Write, type Writer } from './writer.ts';

/** zod source of lists that a schema allows. */
export function writeList(schema: JsonSchema, writer: Writer, write: Write): string {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const item = items === false ? 'z.never()' : isObject(items) ? write(items, writer) : 'z.unknown()';
  const least = minItems === undefined ? '' : `.min(${minItems})`;
  const most = maxItems === undefined ? '' : `.max(${maxItems})`;
  return checked(`z.array(${item})${least}${most}`, uniqueItems === true ? [writer.check('unique')] : []);
}

/** zod source of objects that a schema allows. */
export function writeObject(schema: JsonSchema, writer: Writer, write: Write): string {
  const { minProperties, maxProperties, propertyNames } = schema;
  return checked(objectSource(schema, writer, write), [
    ...(minProperties === undefined ? [] : [`${writer.check('minProperties')}(${minProperties})`]),
    ...(maxProperties === undefined ? [] : [`${writer.check('maxProperties')}(${maxProperties})`]),
    ...(isObject(propertyNames) ? [`${writer.check('keys')}(${write(propertyNames, writer, ['string'])})`] : []),
  ]);
}

function objectSource(schema: JsonSchema, writer: Writer, write: Write): string {
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const unnamed = required.filter((name) => !properties.some(([known]) => known === name));
  const fields = [...properties, ...unnamed.map((name): [string, JsonSchema] => [name, {}])].map(([name, property]) =>
    field(name, property, required.includes(name), writer, write),
  );

  const { additionalProperties: others } = schema;
  if (isObject(others) && fields.length === 0) return `z.record(z.string(), ${write(others, writer)})`;
  if (isObject(others)) return `z.object({ ${fields.join(', ')} }).catchall(${write(others, writer)})`;
  const open = others === false ? 'strictObject' : 'looseObject';
  return fields.length > 0 ? `z.${open}({\n${fields.join(',\n')},\n})` : `z.${open}({})`;
}

function field(name: string, schema: JsonSchema, required: boolean, writer: Writer, write: Write): string {
  const doc = typeof schema.description === 'string' ? `${docstring(schema.description)}\n` : '';
  const source = write(schema, writer);
  const fallback = writer.fallback(schema);
  const absent = fallback === undefined ? '.optional()' : `.default(${literal(fallback)})`;
  return `${doc}${JSON.stringify(name)}: ${source}${required ? '' : absent}`;
}
