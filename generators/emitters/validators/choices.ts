import { CompileError } from '../../cel/compile/compile-error.ts';
import { isObject, propertiesOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join, member, variable } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { assign, block, lines as linesOf, when } from './statement.ts';
import {
  type CheckCode,
  assigned,
  fills,
  type IssuePlace,
  report,
  returning,
  type Write,
  type Writer,
} from './writer.ts';

/** The parts of a schema that apply to the same value, in the order of their checks; `type` is what it is known to be. */
export function writeChoices(
  schema: JsonSchema,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
  type?: string,
): CheckCode[] {
  const branch = (inner: Json) => writeBranch(inner, value, place, writer, write, type);
  const passes = (inner: Json) => passesText(inner, value, writer, branch, type);
  const parts = listOf(schema.allOf).map(branch);
  if (schema.if !== undefined) parts.push(writeIf(schema, value, passes(schema.if), branch));
  if (schema.not !== undefined) parts.push({ lines: [when(passes(schema.not), report(writer, place, 'not'))] });
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const forms = listOf(schema[keyword]);
    if (forms.length === 0) continue;
    const refused = report(writer, place, keyword);
    if (forms.some((form) => isObject(form) && fills(form, writer.schemas))) {
      parts.push(writeForms(keyword, forms.map(branch), value, refused, writer));
      continue;
    }
    const tests = forms.map(passes);
    const count = code`[${join(tests, ', ')}].filter(Boolean).length`;
    parts.push({
      lines: [when(keyword === 'anyOf' ? code`!(${join(tests, ' || ')})` : code`${count} !== 1`, refused)],
    });
  }
  return parts;
}

/** Alternatives of which some fill in defaults: the first that accepts the value does. */
function writeForms(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly CheckCode[],
  value: Code,
  refused: Code,
  writer: Writer,
): CheckCode {
  const [forms, filled] = [variable(writer.local('forms')), writer.local('filled')];
  const found = branches.map((each) => {
    const lines = each.filled === undefined ? [...each.lines, code`return ${value};`] : returning(each, value);
    return code`${writer.helper('formOf')}((issues) => { ${linesOf(lines)} })`;
  });
  const list = code`[${join(found, ', ')}].filter((form) => form !== undefined)`;
  const broken = keyword === 'anyOf' ? code`${forms}.length === 0` : code`${forms}.length !== 1`;
  return { lines: [code`const ${forms} = ${list};`, when(broken, refused), assign(filled, code`${forms}[0]`)], filled };
}

function writeIf(schema: JsonSchema, value: Code, test: Code, branch: (inner: Json) => CheckCode): CheckCode {
  const [then, otherwise] = [branch(schema.then ?? true), branch(schema.else ?? true)];
  const filled = then.filled ?? otherwise.filled;
  const known = filled === undefined ? {} : { filled };
  const rest = assigned(otherwise, value, filled);
  if (then.lines.length === 0 && rest.length === 0) return { lines: [] };
  if (then.lines.length === 0) return { lines: [block(code`if (!(${test}))`, rest)], ...known };
  return { lines: [block(code`if (${test})`, then.lines, rest.length > 0 ? block(' else', rest) : '')], ...known };
}

function writeBranch(
  inner: Json,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  write: Write,
  type?: string,
): CheckCode {
  if (inner === false) return { lines: [report(writer, place, 'not')] };
  return isObject(inner) ? write(inner, value, place, writer, type === undefined ? {} : { type }) : { lines: [] };
}

/** A test whether a value is valid against a schema. */
function passesText(
  inner: Json,
  value: Code,
  writer: Writer,
  branch: (inner: Json) => CheckCode,
  type: string | undefined,
): Code {
  if (typeof inner === 'boolean') return inner;
  const simple = type === 'object' && isObject(inner) ? fieldsTest(inner, value) : undefined;
  if (simple !== undefined) return simple;
  const { lines, filled } = branch(inner);
  if (filled !== undefined) throw new CompileError('No validator can fill in a default that stands in a test.');
  return code`${writer.helper('passes')}((issues) => { ${linesOf(lines)} })`;
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
