import { CompileError } from '../../cel/compile/compile-error.ts';
import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join, member } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { block, lines as linesOf, type Statement, when } from './statement.ts';
import { type IssuePlace, report, type Write, type Writer } from './writer.ts';

/** Writes the keywords that apply other schemas to the same value; `type` is what it is known to be. */
export function writeChoices(
  schema: JsonSchema,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
  type?: string,
): Statement[] {
  const branch = (inner: Json) => branchLines(inner, value, place, writer, write, type);
  const passes = (inner: Json) => passesText(inner, value, writer, branch, type);
  const lines: Statement[] = listOf(schema.allOf).flatMap(branch);
  const [any, one] = [listOf(schema.anyOf), listOf(schema.oneOf)];
  if (any.length > 0) {
    lines.push(when(code`!(${join(any.map(passes), ' || ')})`, report(writer, place, 'anyOf')));
  }
  if (one.length > 0) {
    const count = code`[${join(one.map(passes), ', ')}].filter(Boolean).length`;
    lines.push(when(code`${count} !== 1`, report(writer, place, 'oneOf')));
  }
  if (schema.not !== undefined) {
    lines.push(when(passes(schema.not), report(writer, place, 'not')));
  }
  if (schema.if !== undefined) lines.push(...writeIf(schema, passes(schema.if), branch));
  return lines;
}

function writeIf(schema: JsonSchema, test: Code, branch: (inner: Json) => readonly Statement[]): Statement[] {
  const [then, otherwise] = [branch(schema.then ?? true), branch(schema.else ?? true)];
  if (then.length === 0 && otherwise.length === 0) return [];
  if (then.length === 0) return [block(code`if (!(${test}))`, otherwise)];
  return [block(code`if (${test})`, then, otherwise.length > 0 ? block(' else', otherwise) : '')];
}

/** A branch of a schema cannot fill in defaults: it would be unclear which branch did. */
function branchLines(
  inner: Json,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
  type?: string,
): readonly Statement[] {
  if (inner === false) return [report(writer, place, 'not')];
  if (!isObject(inner)) return [];
  const { lines, filled } = write(inner, value, place, writer, type === undefined ? {} : { type });
  if (filled) throw new CompileError('No validator can fill in a default that stands in a branch of a schema.');
  return lines;
}

/** A test whether a value is valid against a schema. */
function passesText(
  inner: Json,
  value: Code,
  writer: Writer,
  branch: (inner: Json) => readonly Statement[],
  type: string | undefined,
): Code {
  if (typeof inner === 'boolean') return inner;
  const simple = type === 'object' && isObject(inner) ? fieldsTest(inner, value) : undefined;
  return simple ?? code`${writer.helper('passes')}((issues) => { ${linesOf(branch(inner))} })`;
}

/** A test of an object's fields where it only compares them with constants. */
function fieldsTest(schema: JsonSchema, value: Code): Code | undefined {
  if (Object.keys(schema).some((keyword) => keyword !== 'properties' && keyword !== 'required')) return undefined;
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const names = new Set([...properties.map(([name]) => name), ...required]);
  if ([...names].some((name) => name in Object.prototype || !/^[a-z_]\w*$/i.test(name))) return undefined;

  const tests = [...names].map((name) => {
    const field = member(value, name);
    const property = properties.find(([known]) => known === name)?.[1];
    if (!property) return code`${field} !== undefined`;
    const constant = property.const;
    const bare = Object.keys(property).length === 1 && constant !== undefined;
    if (!bare || (typeof constant === 'object' && constant !== null)) return undefined;
    const same = code`${field} === ${literal(constant)}`;
    return required.includes(name) ? same : code`(${field} === undefined || ${same})`;
  });
  return tests.length > 0 && tests.every((test) => test !== undefined) ? join(tests, ' && ') : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
