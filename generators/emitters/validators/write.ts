import { CompileError } from '../../cel/compile/compile-error.ts';
import { referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join, variable } from '../../output/code.ts';
import { writeChoices } from './choices.ts';
import { writeList } from './lists.ts';
import { writeObject } from './objects.ts';
import { writeCatalog, writeNumber, writeString, writeValues } from './scalars.ts';
import { assign, block, isWhen, type Statement, statementCode, when } from './statement.ts';
import {
  type CheckCode,
  fills,
  type IssuePlace,
  joinParts,
  type Known,
  placeCode,
  report,
  type Writer,
} from './writer.ts';

const unsupported = ['contains', 'dependentSchemas', 'unevaluatedItems', 'unevaluatedProperties', '$dynamicRef'];

const kinds = ['string', 'number', 'array', 'object'] as const;

/** A test of a value, and its opposite. */
interface Test {
  readonly is: Code;
  readonly isNot: Code;
}

const tests: Readonly<Record<string, (value: Code, writer: Writer) => Test>> = {
  string: (value) => compared(code`typeof ${value}`, "'string'"),
  number: (value) => compared(code`typeof ${value}`, "'number'"),
  integer: (value, writer) => called(writer.helper('isInteger'), value),
  boolean: (value) => compared(code`typeof ${value}`, "'boolean'"),
  null: (value) => compared(value, 'null'),
  array: (value) => called('Array.isArray', value),
  object: (value, writer) => called(writer.helper('isObject'), value),
};

function compared(left: Code, right: Code): Test {
  return { is: code`${left} === ${right}`, isNot: code`${left} !== ${right}` };
}

function called(test: Code, value: Code): Test {
  return { is: code`${test}(${value})`, isNot: code`!${test}(${value})` };
}

/** Writes straight-line checks of a value against a schema. `value` is the variable that holds it. */
export function write(
  schema: JsonSchema,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  known: Known = {},
): CheckCode {
  const found = unsupported.find((keyword) => keyword in schema);
  if (found) throw new CompileError(`No validator can be written for the keyword \`${found}\`.`);
  const name = referenceOf(schema);
  if (name !== undefined) return writeReference(schema, name, value, place, writer, known);

  const types = typeof schema.type === 'string' ? [schema.type] : strings(schema.type);
  const [only] = types.length === 0 && known.type ? [known.type] : types;
  if (only !== undefined && types.length <= 1) {
    const all = joinParts(
      [
        writeKind(only, schema, value, place, writer, known.text),
        { lines: writeValues(schema, value, place, writer) },
        writeCatalog(schema, value, place, writer),
        ...writeChoices(schema, value, place, writer, write, only),
      ],
      value,
      writer,
    );
    return only === known.type ? all : { ...all, lines: typed(only, all.lines, value, place, writer, known) };
  }
  const groups = kinds.flatMap((kind) => {
    const { lines, ...filled } = writeKind(kind, schema, value, place, writer, known.text);
    return lines.length > 0 ? [{ lines: [block(code`if (${test(kind, value, writer).is})`, lines)], ...filled }] : [];
  });
  const all = joinParts(
    [
      joinParts([{ lines: mismatch(types, value, place, writer) }, ...groups], value, writer),
      { lines: writeValues(schema, value, place, writer) },
      writeCatalog(schema, value, place, writer),
      ...writeChoices(schema, value, place, writer, write),
    ],
    value,
    writer,
  );
  return { ...all, lines: present(all.lines, value, place, writer, known) };
}

function writeReference(
  schema: JsonSchema,
  name: string,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  known: Known,
): CheckCode {
  const target = writer.schemas[name];
  if (!target) throw new CompileError(`Nothing is defined as ${name}.`);
  const { $ref, default: _, description, title, ...beside } = schema;
  const extra = Object.keys(beside).length > 0 ? [write(beside, value, place, writer)] : [];
  const check = writer.named(name);
  if (check === undefined && extra.every(({ lines }) => lines.length === 0))
    return write(target, value, place, writer, known);
  const all = joinParts(
    [
      { lines: [] },
      check ? calling(check, target, value, place, writer) : write(target, value, place, writer),
      ...extra,
    ],
    value,
    writer,
  );
  return { ...all, lines: present(all.lines, value, place, writer, known) };
}

/** The call of the function that checks a named schema. */
function calling(check: Code, target: JsonSchema, value: Code, place: IssuePlace, writer: Writer): CheckCode {
  const result = code`${check}(${value}, issues)`;
  if (!fills(target, writer.schemas)) return { lines: placed(code`${result};`, place, writer) };
  const filled = writer.local('filled');
  return { lines: placed(assign(filled, result), place, writer), filled };
}

/** A call whose issues, if there are any, are moved to where the value stands. */
function placed(call: Statement, place: IssuePlace, writer: Writer): Statement[] {
  if (place.path.length === 0) return [call];
  const before = variable(writer.local('before'));
  const move = code`${writer.helper('move')}(issues, ${before}, ${placeCode(place)});`;
  return [code`const ${before} = issues.length;`, call, when(code`issues.length > ${before}`, move)];
}

function writeKind(
  kind: string,
  schema: JsonSchema,
  value: Code,
  place: IssuePlace,
  writer: Writer,
  text = false,
): CheckCode {
  switch (kind) {
    case 'string':
      return { lines: writeString(schema, value, place, writer) };
    case 'number':
    case 'integer':
      return { lines: writeNumber(schema, value, place, writer) };
    case 'array':
      return writeList(schema, value, place, writer, write);
    case 'object':
      return writeObject(schema, value, place, writer, write, text);
    default:
      return { lines: [] };
  }
}

/** Checks of a value that has to have a type: the type comes first, since all else only applies to values of that type. */
function typed(
  type: string,
  lines: readonly Statement[],
  value: Code,
  place: IssuePlace,
  writer: Writer,
  { presence, isWhole = false }: Known,
): Statement[] {
  const refused = report(writer, place, 'type', type);
  const missing = () => code`${writer.helper('refuse')}(issues, ${placeCode(place)}, ${value}, '${type}');`;
  const { is, isNot } = test(type, value, writer);
  if (lines.length === 0) {
    const given = presence === 'optional' ? code`${value} !== undefined && ${isNot}` : isNot;
    return [when(given, presence === 'required' ? missing() : refused)];
  }
  if (isWhole) return [when(isNot, code`return ${refused}`), ...lines];
  if (presence === undefined) return [otherwise(when(isNot, refused), lines)];
  const last = presence === 'required' ? missing() : statementCode(when(code`${value} !== undefined`, refused));
  return [block(code`if (${is})`, lines, code` else ${last}`)];
}

/** Checks of a value that may be absent and whose type does not decide that. */
function present(
  lines: readonly Statement[],
  value: Code,
  place: IssuePlace,
  writer: Writer,
  { presence }: Known,
): readonly Statement[] {
  if (presence === undefined) return lines;
  const missing = when(code`${value} === undefined`, report(writer, place, 'required'));
  if (presence === 'required') return lines.length === 0 ? [missing] : [otherwise(missing, lines)];
  return lines.length === 0 ? [] : [block(code`if (${value} !== undefined)`, lines)];
}

/** A test, and what is checked otherwise; another single test needs no braces. */
function otherwise(first: Statement, lines: readonly Statement[]): Code {
  const [only] = lines;
  const rest = lines.length === 1 && isWhen(only) ? code`else ${statementCode(only)}` : block('else', lines);
  return code`${statementCode(first)}\n${rest}`;
}

function mismatch(types: readonly string[], value: Code, place: IssuePlace, writer: Writer): Statement[] {
  if (types.length === 0) return [];
  const fits = types.map((type) => code`(${test(type, value, writer).is})`);
  return [when(code`!(${join(fits, ' || ')})`, report(writer, place, 'type', [...types]))];
}

function test(type: string, value: Code, writer: Writer): Test {
  const found = tests[type];
  if (!found) throw new CompileError(`No validator can be written for the type \`${type}\`.`);
  return found(value, writer);
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
