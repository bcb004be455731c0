import { isObject } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { atIndex, type Place, report, type Write, type Writer, type Written } from './writer.ts';

/** Writes the checks that apply to lists only. */
export function writeList(schema: JsonSchema, value: string, place: Place, writer: Writer, write: Write): Written {
  const lines: string[] = [];
  const { minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === 'number') {
    lines.push(`if (${value}.length < ${minItems}) ${report(writer, place, 'minItems', minItems)}`);
  }
  if (typeof maxItems === 'number') {
    lines.push(`if (${value}.length > ${maxItems}) ${report(writer, place, 'maxItems', maxItems)}`);
  }
  if (uniqueItems === true) {
    lines.push(`if (!${writer.helper('areDistinct')}(${value})) ${report(writer, place, 'uniqueItems')}`);
  }
  const first = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  for (const [index, inner] of first.entries()) {
    if (!isObject(inner)) continue;
    const item = writer.local('item');
    const written = write(inner, item, atIndex(place, String(index)), writer);
    if (written.lines.length === 0) continue;
    lines.push(
      `if (${value}.length > ${index}) {`,
      `const ${item}: unknown = ${value}[${index}];`,
      ...written.lines,
      '}',
    );
  }
  if (schema.items === false) {
    lines.push(`if (${value}.length > ${first.length}) ${report(writer, place, 'items', first.length)}`);
  }
  if (!isObject(schema.items)) return { lines };
  const rest = writeItems(schema.items, first.length, value, place, writer, write);
  return { lines: [...lines, ...rest.lines], ...(rest.filled && { filled: rest.filled }) };
}

function writeItems(
  items: JsonSchema,
  start: number,
  value: string,
  place: Place,
  writer: Writer,
  write: Write,
): Written {
  const [index, item] = [writer.local('index'), writer.local('item')];
  const written = write(items, item, atIndex(place, index), writer);
  if (written.lines.length === 0) return { lines: [] };
  const loop = (body: readonly string[]) => [
    `for (let ${index} = ${start}; ${index} < ${value}.length; ${index} += 1) {`,
    `const ${item}: unknown = ${value}[${index}];`,
    ...body,
    '}',
  ];
  if (!written.filled) return { lines: loop(written.lines) };
  const [copy, filled] = [writer.local('copy'), writer.local('filled')];
  const body = [
    `let ${written.filled}: unknown = ${item};`,
    ...written.lines,
    `${copy}[${index}] = ${written.filled};`,
  ];
  return { lines: [`const ${copy}: unknown[] = [...${value}];`, ...loop(body), `${filled} = ${copy};`], filled };
}
