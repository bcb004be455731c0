import { CompileError } from '../../cel/compile-error.ts';
import { isSchema } from '../../cel/types.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { writeList } from './lists.ts';
import { writeObject } from './objects.ts';
import { writeNumber, writeString, writeValues } from './scalars.ts';
import { fills, type Place, report, type Writer, type Written } from './writer.ts';

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
  integer: (value) => `typeof ${value} === 'number' && Number.isInteger(${value})`,
  boolean: (value) => `typeof ${value} === 'boolean'`,
  null: (value) => `${value} === null`,
  array: (value) => `Array.isArray(${value})`,
  object: (value, writer) => `${writer.helper('isRecord')}(${value})`,
};

/** Writes straight-line checks of a value against a schema. `value` is the name of a variable that holds it. */
export function write(schema: JsonSchema, value: string, place: Place, writer: Writer): Written {
  const found = unsupported.find((keyword) => keyword in schema);
  if (found) throw new CompileError(`No validator can be written for the keyword \`${found}\`.`);
  if (typeof schema.$ref === 'string') return writeReference(schema, schema.$ref, value, place, writer);

  const types = typeof schema.type === 'string' ? [schema.type] : strings(schema.type);
  const values = writeValues(schema, value, place, writer);
  const choices = writeChoices(schema, value, place, writer);
  const [only] = types;
  if (only !== undefined && types.length === 1) {
    const inside = writeKind(only, schema, value, place, writer);
    const lines = [...inside.lines, ...values, ...choices];
    return { ...inside, lines: guarded(only, lines, value, place, writer) };
  }
  const parts = kinds.map((kind) => ({ kind, ...writeKind(kind, schema, value, place, writer) }));
  const groups = parts.filter(({ lines }) => lines.length > 0);
  const filled = groups.find((group) => group.filled)?.filled;
  const tested = groups.flatMap(({ kind, lines }) => [`if (${test(kind, value, writer)}) {`, ...lines, '}']);
  const lines = [...mismatch(types, value, place, writer), ...tested, ...values, ...choices];
  return { lines, ...(filled && { filled }) };
}

function writeReference(schema: JsonSchema, reference: string, value: string, place: Place, writer: Writer): Written {
  const name = reference.slice('#/schemas/'.length);
  const target = writer.schemas[name];
  if (!target) throw new CompileError(`Nothing is defined at ${reference}.`);
  const { $ref, default: _, description, title, ...beside } = schema;
  const extra = Object.keys(beside).length > 0 ? write(beside, value, place, writer).lines : [];
  const called = writer.named(name);
  if (!called) {
    const inside = write(target, value, place, writer);
    return { ...inside, lines: [...inside.lines, ...extra] };
  }
  const path = place.path.length === 0 ? 'at' : `[...at, ${place.path.join(', ')}]`;
  const call = `${called}(${value}, ${path}, ${place.rule === '' ? 'rule' : `\`\${rule}${place.rule}\``}, issues);`;
  if (!fills(target, writer.schemas)) return { lines: [call, ...extra] };
  const filled = writer.local('filled');
  return { lines: [`${filled} = ${call}`, ...extra], filled };
}

function writeKind(kind: string, schema: JsonSchema, value: string, place: Place, writer: Writer): Written {
  switch (kind) {
    case 'string':
      return { lines: writeString(schema, value, place, writer) };
    case 'number':
    case 'integer':
      return { lines: writeNumber(schema, value, place, writer) };
    case 'array':
      return writeList(schema, value, place, writer, write);
    case 'object':
      return writeObject(schema, value, place, writer, write);
    default:
      return { lines: [] };
  }
}

/** The type is told first; the rest only makes sense for values that have it. */
function guarded(type: string, lines: readonly string[], value: string, place: Place, writer: Writer): string[] {
  const refused = report(writer, place, 'type', `must be ${article(type)}`);
  const head = `if (${negated(type, value, writer)}) ${refused}`;
  return lines.length === 0 ? [head] : [head, 'else {', ...lines, '}'];
}

function mismatch(types: readonly string[], value: string, place: Place, writer: Writer): string[] {
  if (types.length === 0) return [];
  const fits = types.map((type) => `(${test(type, value, writer)})`).join(' || ');
  return [`if (!(${fits})) ${report(writer, place, 'type', `must be ${types.map(article).join(' or ')}`)}`];
}

function test(type: string, value: string, writer: Writer): string {
  const found = tests[type];
  if (!found) throw new CompileError(`No validator can be written for the type \`${type}\`.`);
  return found(value, writer);
}

function negated(type: string, value: string, writer: Writer): string {
  if (type === 'integer') return `typeof ${value} !== 'number' || !Number.isInteger(${value})`;
  if (type === 'null') return `${value} !== null`;
  const written = test(type, value, writer);
  return written.startsWith('typeof') ? written.replace('===', '!==') : `!${written}`;
}

function article(type: string): string {
  if (type === 'null') return 'null';
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}

/** Writes the keywords that apply other schemas to the same value. */
function writeChoices(schema: JsonSchema, value: string, place: Place, writer: Writer): string[] {
  const branch = (inner: Json | undefined) => {
    if (typeof inner === 'boolean') return String(inner);
    const { lines, filled } = write(isSchema(inner) ? inner : {}, value, place, writer);
    if (filled) throw new CompileError('No validator can fill in a default that only one branch of a schema gives.');
    return `${writer.helper('passes')}((issues) => { ${lines.join('\n')} })`;
  };
  const all = branches(schema.allOf).flatMap((inner) =>
    isSchema(inner) ? write(inner, value, place, writer).lines : [],
  );
  const lines = [...all];
  const [any, one] = [branches(schema.anyOf), branches(schema.oneOf)];
  if (any.length > 0) {
    lines.push(
      `if (!(${any.map(branch).join(' || ')})) ${report(writer, place, 'anyOf', 'must have one of the allowed forms')}`,
    );
  }
  if (one.length > 0) {
    const count = `[${one.map(branch).join(', ')}].filter(Boolean).length`;
    lines.push(`if (${count} !== 1) ${report(writer, place, 'oneOf', 'must have exactly one of the allowed forms')}`);
  }
  if (schema.not !== undefined) {
    lines.push(`if (${branch(schema.not)}) ${report(writer, place, 'not', 'must not have this form')}`);
  }
  if (schema.if !== undefined) lines.push(...writeIf(schema, branch(schema.if), value, place, writer));
  return lines;
}

function writeIf(schema: JsonSchema, test: string, value: string, place: Place, writer: Writer): string[] {
  const part = (inner: Json | undefined) => (isSchema(inner) ? write(inner, value, place, writer).lines : []);
  const [then, otherwise] = [part(schema.then), part(schema.else)];
  if (then.length === 0 && otherwise.length === 0) return [];
  if (then.length === 0) return [`if (!${test}) {`, ...otherwise, '}'];
  return [`if (${test}) {`, ...then, ...(otherwise.length > 0 ? ['} else {', ...otherwise] : []), '}'];
}

function branches(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
