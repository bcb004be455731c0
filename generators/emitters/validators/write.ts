import { CompileError } from '../../cel/compile/compile-error.ts';
import { referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { writeChoices } from './choices.ts';
import { writeList } from './lists.ts';
import { writeObject } from './objects.ts';
import { writeCatalog, writeNumber, writeString, writeValues } from './scalars.ts';
import { fills, type Known, type Place, placeText, report, type Writer, type Written } from './writer.ts';

const unsupported = [
  'contains',
  'dependentRequired',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  '$dynamicRef',
];

const kinds = ['string', 'number', 'array', 'object'] as const;

const tests: Readonly<Record<string, (value: string, writer: Writer) => string>> = {
  string: (value) => `typeof ${value} === 'string'`,
  number: (value) => `typeof ${value} === 'number'`,
  integer: (value, writer) => `${writer.helper('isInteger')}(${value})`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
  null: (value) => `${value} === null`,
  array: (value) => `Array.isArray(${value})`,
  object: (value, writer) => `${writer.helper('isObject')}(${value})`,
};

/** Writes straight-line checks of a value against a schema. `value` is the name of a variable that holds it. */
export function write(schema: JsonSchema, value: string, place: Place, writer: Writer, known: Known = {}): Written {
  const found = unsupported.find((keyword) => keyword in schema);
  if (found) throw new CompileError(`No validator can be written for the keyword \`${found}\`.`);
  const name = referenceOf(schema);
  if (name !== undefined) return writeReference(schema, name, value, place, writer, known);

  const types = typeof schema.type === 'string' ? [schema.type] : strings(schema.type);
  const [only] = types.length === 0 && known.type ? [known.type] : types;
  if (only !== undefined && types.length <= 1) {
    const catalog = writeCatalog(schema, value, place, writer);
    const inside = { ...catalog, ...writeKind(only, schema, value, place, writer, known.text) };
    const lines = [
      ...inside.lines,
      ...writeValues(schema, value, place, writer),
      ...catalog.lines,
      ...writeChoices(schema, value, place, writer, write, only),
    ];
    return { ...inside, lines: only === known.type ? lines : typed(only, lines, value, place, writer, known) };
  }
  const parts = kinds.map((kind) => ({ kind, ...writeKind(kind, schema, value, place, writer, known.text) }));
  const groups = parts.filter(({ lines }) => lines.length > 0);
  const filled = groups.find((group) => group.filled)?.filled;
  const tested = groups.flatMap(({ kind, lines }) => [`if (${test(kind, value, writer)}) {`, ...lines, '}']);
  const others = [
    ...writeValues(schema, value, place, writer),
    ...writeCatalog(schema, value, place, writer).lines,
    ...writeChoices(schema, value, place, writer, write),
  ];
  const lines = [...mismatch(types, value, place, writer), ...tested, ...others];
  return { lines: present(lines, value, place, writer, known), ...(filled && { filled }) };
}

function writeReference(
  schema: JsonSchema,
  name: string,
  value: string,
  place: Place,
  writer: Writer,
  known: Known,
): Written {
  const target = writer.schemas[name];
  if (!target) throw new CompileError(`Nothing is defined as ${name}.`);
  const { $ref, default: _, description, title, ...beside } = schema;
  const extra = Object.keys(beside).length > 0 ? write(beside, value, place, writer).lines : [];
  const called = writer.named(name);
  if (!called) {
    const inside = write(target, value, place, writer, extra.length > 0 ? {} : known);
    return extra.length > 0
      ? { ...inside, lines: present([...inside.lines, ...extra], value, place, writer, known) }
      : inside;
  }
  const filled = fills(target, writer.schemas) ? writer.local('filled') : undefined;
  const call = `${filled ? `${filled} = ` : ''}${called}(${value}, issues);`;
  const lines = present([...placed(call, place, writer), ...extra], value, place, writer, known);
  return { lines, ...(filled && { filled }) };
}

/** A call whose issues, if there are any, are moved to where the value stands. */
function placed(call: string, place: Place, writer: Writer): string[] {
  if (place.path.length === 0) return [call];
  const before = writer.local('before');
  const move = `${writer.helper('move')}(issues, ${before}, ${placeText(place)});`;
  return [`const ${before} = issues.length;`, call, `if (issues.length > ${before}) ${move}`];
}

function writeKind(
  kind: string,
  schema: JsonSchema,
  value: string,
  place: Place,
  writer: Writer,
  text = false,
): Written {
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

/** Checks of a value that has to have a type: the type is told first, the rest only makes sense for values that have it. */
function typed(
  type: string,
  lines: readonly string[],
  value: string,
  place: Place,
  writer: Writer,
  { presence, isWhole = false }: Known,
): string[] {
  const refused = report(writer, place, 'type', type);
  const missing = () => `${writer.helper('refuse')}(issues, ${placeText(place)}, ${value}, '${type}');`;
  if (lines.length === 0) {
    const test = `${presence === 'optional' ? `${value} !== undefined && ` : ''}${negated(type, value, writer)}`;
    return [`if (${test}) ${presence === 'required' ? missing() : refused}`];
  }
  if (isWhole) return [`if (${negated(type, value, writer)}) return ${refused}`, ...lines];
  if (presence === undefined) return [`if (${negated(type, value, writer)}) ${refused}`, ...otherwise(lines)];
  const last = presence === 'required' ? `else ${missing()}` : `else if (${value} !== undefined) ${refused}`;
  return [`if (${test(type, value, writer)}) {`, ...lines, `} ${last}`];
}

/** Checks of a value that may be absent and whose type says nothing about that. */
function present(
  lines: readonly string[],
  value: string,
  place: Place,
  writer: Writer,
  { presence }: Known,
): readonly string[] {
  if (presence === undefined) return lines;
  const missing = `if (${value} === undefined) ${report(writer, place, 'required')}`;
  if (presence === 'required') return lines.length === 0 ? [missing] : [missing, ...otherwise(lines)];
  return lines.length === 0 ? [] : [`if (${value} !== undefined) {`, ...lines, '}'];
}

/** What is checked otherwise; another single test needs no braces. */
function otherwise(lines: readonly string[]): string[] {
  const [only = ''] = lines;
  return lines.length === 1 && only.startsWith('if ') ? [`else ${only}`] : ['else {', ...lines, '}'];
}

function mismatch(types: readonly string[], value: string, place: Place, writer: Writer): string[] {
  if (types.length === 0) return [];
  const fits = types.map((type) => `(${test(type, value, writer)})`).join(' || ');
  return [`if (!(${fits})) ${report(writer, place, 'type', [...types])}`];
}

function test(type: string, value: string, writer: Writer): string {
  const found = tests[type];
  if (!found) throw new CompileError(`No validator can be written for the type \`${type}\`.`);
  return found(value, writer);
}

function negated(type: string, value: string, writer: Writer): string {
  if (type === 'null') return `${value} !== null`;
  const written = test(type, value, writer);
  return written.startsWith('typeof') ? written.replace('===', '!==') : `!${written}`;
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
