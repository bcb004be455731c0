import { isObject } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, variable } from '../../output/code.ts';
import { assign, block, type Statement, when } from './statement.ts';
import { atIndex, type CheckCode, type IssuePlace, report, type Write, type Writer } from './writer.ts';

/** Writes the checks that apply to lists only. */
export function writeList(schema: JsonSchema, value: Code, place: IssuePlace, writer: Writer, write: Write): CheckCode {
  const lines: Statement[] = [];
  const { minItems, maxItems, uniqueItems } = schema;
  if (typeof minItems === 'number') {
    lines.push(when(code`${value}.length < ${minItems}`, report(writer, place, 'minItems', minItems)));
  }
  if (typeof maxItems === 'number') {
    lines.push(when(code`${value}.length > ${maxItems}`, report(writer, place, 'maxItems', maxItems)));
  }
  if (uniqueItems === true) {
    lines.push(when(code`!${writer.helper('areDistinct')}(${value})`, report(writer, place, 'uniqueItems')));
  }
  const first: readonly Json[] = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  for (const [index, inner] of first.entries()) {
    if (!isObject(inner)) continue;
    const item = variable(writer.local('item'));
    const written = write(inner, item, atIndex(place, index), writer);
    if (written.lines.length === 0) continue;
    const declared = code`const ${item}: unknown = ${value}[${index}];`;
    lines.push(block(code`if (${value}.length > ${index})`, [declared, ...written.lines]));
  }
  if (schema.items === false) {
    lines.push(when(code`${value}.length > ${first.length}`, report(writer, place, 'items', first.length)));
  }
  if (!isObject(schema.items)) return { lines };
  const rest = writeItems(schema.items, first.length, value, place, writer, write);
  return { lines: [...lines, ...rest.lines], ...(rest.filled && { filled: rest.filled }) };
}

function writeItems(
  items: JsonSchema,
  start: number,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
): CheckCode {
  const [index, item] = [variable(writer.local('index')), variable(writer.local('item'))];
  const written = write(items, item, atIndex(place, index), writer);
  if (written.lines.length === 0) return { lines: [] };
  const head = code`for (let ${index} = ${start}; ${index} < ${value}.length; ${index} += 1)`;
  const declared = code`const ${item}: unknown = ${value}[${index}];`;
  if (!written.filled) return { lines: [block(head, [declared, ...written.lines])] };
  const [copy, filled] = [variable(writer.local('copy')), writer.local('filled')];
  const inner = variable(written.filled);
  const loop = block(head, [
    declared,
    code`let ${inner}: unknown = ${item};`,
    ...written.lines,
    code`${copy}[${index}] = ${inner};`,
  ]);
  return { lines: [code`const ${copy}: unknown[] = [...${value}];`, loop, assign(filled, copy)], filled };
}
