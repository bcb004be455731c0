import { CompileError } from '../../cel/compile/compile-error.ts';
import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { literal } from '../typescript/literal.ts';
import { type Place, report, type Write, type Writer } from './writer.ts';

/** Writes the keywords that apply other schemas to the same value; `type` is what it is known to be. */
export function writeChoices(
  schema: JsonSchema,
  value: string,
  place: Place,
  writer: Writer,
  write: Write,
  type?: string,
): string[] {
  const branch = (inner: Json) => branchLines(inner, value, place, writer, write, type);
  const passes = (inner: Json) => passesText(inner, value, writer, branch, type);
  const lines = listOf(schema.allOf).flatMap(branch);
  const [any, one] = [listOf(schema.anyOf), listOf(schema.oneOf)];
  if (any.length > 0) {
    lines.push(`if (!(${any.map(passes).join(' || ')})) ${report(writer, place, 'anyOf')}`);
  }
  if (one.length > 0) {
    const count = `[${one.map(passes).join(', ')}].filter(Boolean).length`;
    lines.push(`if (${count} !== 1) ${report(writer, place, 'oneOf')}`);
  }
  if (schema.not !== undefined) {
    lines.push(`if (${passes(schema.not)}) ${report(writer, place, 'not')}`);
  }
  if (schema.if !== undefined) lines.push(...writeIf(schema, passes(schema.if), branch));
  return lines;
}

function writeIf(schema: JsonSchema, test: string, branch: (inner: Json) => readonly string[]): string[] {
  const [then, otherwise] = [branch(schema.then ?? true), branch(schema.else ?? true)];
  if (then.length === 0 && otherwise.length === 0) return [];
  if (then.length === 0) return [`if (!(${test})) {`, ...otherwise, '}'];
  return [`if (${test}) {`, ...then, ...(otherwise.length > 0 ? ['} else {', ...otherwise] : []), '}'];
}

/** A schema that only holds beside others cannot fill defaults in: which of them did would not be clear. */
function branchLines(
  inner: Json,
  value: string,
  place: Place,
  writer: Writer,
  write: Write,
  type?: string,
): readonly string[] {
  if (inner === false) return [report(writer, place, 'not')];
  if (!isObject(inner)) return [];
  const { lines, filled } = write(inner, value, place, writer, type === undefined ? {} : { type });
  if (filled) throw new CompileError('No validator can fill in a default that stands in a branch of a schema.');
  return lines;
}

/** The text of a test whether a value keeps a schema. */
function passesText(
  inner: Json,
  value: string,
  writer: Writer,
  branch: (inner: Json) => readonly string[],
  type: string | undefined,
): string {
  if (typeof inner === 'boolean') return String(inner);
  const simple = type === 'object' && isObject(inner) ? fieldsTest(inner, value) : undefined;
  return simple ?? `${writer.helper('passes')}((issues) => { ${branch(inner).join('\n')} })`;
}

/** The text of a test of an object's fields where it only compares them with constants. */
function fieldsTest(schema: JsonSchema, value: string): string | undefined {
  if (Object.keys(schema).some((keyword) => keyword !== 'properties' && keyword !== 'required')) return undefined;
  const required = requiredOf(schema);
  const properties = propertiesOf(schema);
  const names = new Set([...properties.map(([name]) => name), ...required]);
  if ([...names].some((name) => name in Object.prototype || !/^[a-z_]\w*$/i.test(name))) return undefined;

  const tests = [...names].map((name) => {
    const field = `${value}.${name}`;
    const property = properties.find(([known]) => known === name)?.[1];
    if (!property) return `${field} !== undefined`;
    const constant = property.const;
    const bare = Object.keys(property).length === 1 && constant !== undefined;
    if (!bare || (typeof constant === 'object' && constant !== null)) return undefined;
    const same = `${field} === ${literal(constant)}`;
    return required.includes(name) ? same : `(${field} === undefined || ${same})`;
  });
  return tests.length > 0 && tests.every((test) => test !== undefined) ? tests.join(' && ') : undefined;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
