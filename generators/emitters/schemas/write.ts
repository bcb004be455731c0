import { branchesOf } from '../../json-schema/branches.ts';
import { isObject, referenceOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { type Code, code, join } from '../../output/code.ts';
import { literal } from '../typescript/literal.ts';
import { writeList, writeObject } from './containers.ts';
import { writeNumber, writeString, writeValues } from './scalars.ts';
import { check, checked, type Writer, z } from './writer.ts';

const annotations = [
  'title',
  'description',
  'default',
  'examples',
  'catalog',
  'prefix',
  'error',
  'contentEncoding',
  'contentMediaType',
];
const unsupported = ['contains', 'prefixItems', 'patternProperties'];

/** Keywords that constrain values of one type only. */
const keywords: Readonly<Record<string, readonly string[]>> = {
  object: [
    ...['properties', 'required', 'additionalProperties', 'propertyNames', 'minProperties', 'maxProperties'],
    'dependentRequired',
  ],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  boolean: [],
  null: [],
};

/** Writes a schema as zod source that allows the same JSON values; `types` are those that its place already ensures. */
export function write(schema: JsonSchema, writer: Writer, types: readonly string[] = Object.keys(keywords)): Code {
  const found = unsupported.find((keyword) => keyword in schema);
  if (found) throw new Error(`No zod schema can be written for the keyword \`${found}\`.`);

  const name = referenceOf(schema);
  if (name !== undefined) {
    const { $ref: _, ...beside } = schema;
    const more = isMeaningful(beside) ? [check('also', write(beside, writer, types))] : [];
    return checked(writer.reference(name), more);
  }
  const branches = branchesOf(schema);
  if (!branches) return writeWhole(schema, writer, types);
  const members = branches.schemas.map((branch) => write(branch, writer));
  return code`${z}.discriminatedUnion(${literal(branches.discriminator)}, [${join(members, ', ')}])`;
}

/** A schema as zod's own builders express it, and the rest as checks. */
function writeWhole(schema: JsonSchema, writer: Writer, ensured: readonly string[]): Code {
  const { allOf, not, if: test, then, else: otherwise, ...simple } = schema;
  const types = typesOf(schema) ?? ensured;
  const inner = (value: Json) => (isObject(value) ? write(value, writer, types) : code`${z}.unknown()`);
  return checked(writeSimple(simple, writer, types, inner), [
    // Each check fills in what is not there yet, so that of several defaults the one of the first check stays.
    ...(test === undefined ? [] : [check('when', ...branch(test, then, otherwise).map(inner))]),
    ...list(allOf)
      .toReversed()
      .map((each) => check('also', inner(each))),
    ...(not === undefined ? [] : [check('not', inner(not))]),
  ]);
}

function branch(test: Json, then: Json = {}, otherwise?: Json): Json[] {
  return otherwise === undefined ? [test, then] : [test, then, otherwise];
}

function writeSimple(schema: JsonSchema, writer: Writer, types: readonly string[], inner: (value: Json) => Code): Code {
  const { enum: values, const: value, anyOf, oneOf, ...plain } = schema;
  const listed = [...(values === undefined ? [] : [list(values)]), ...(value === undefined ? [] : [[value]])];
  const choices = [
    ...(anyOf ? [code`${z}.union([${join(list(anyOf).map(inner), ', ')}])`] : []),
    ...(oneOf ? [code`${z}.xor([${join(list(oneOf).map(inner), ', ')}])`] : []),
  ];

  // One list of values or one choice is enough where no other keyword stands beside it.
  const [only] = [...listed.map((each) => writeValues(ofTypes(each, types))), ...choices];
  const alone = listed.length + choices.length === 1 && !isMeaningful(plain, listed.length === 1 ? ['type'] : []);
  if (alone && only !== undefined) return only;
  return checked(writeTypes(plain, writer, types), [
    ...listed.map((each) => check('among', literal(each))),
    ...choices.map((choice) => check('also', choice)),
  ]);
}

function writeTypes(schema: JsonSchema, writer: Writer, types: readonly string[]): Code {
  const constrains = (type: string) =>
    keywords[type === 'integer' ? 'number' : type]?.some((keyword) => keyword in schema);
  if (schema.type === undefined && !types.some(constrains)) return code`${z}.unknown()`;
  const members = types.map((type) => writeType(type, schema, writer));
  const [only] = members;
  return only !== undefined && members.length === 1 ? only : code`${z}.union([${join(members, ', ')}])`;
}

function writeType(type: string, schema: JsonSchema, writer: Writer): Code {
  switch (type) {
    case 'object':
      return writeObject(schema, writer, write);
    case 'array':
      return writeList(schema, writer, write);
    case 'string':
      return writeString(schema);
    case 'number':
    case 'integer':
      return writeNumber(type, schema);
    default:
      return code`${z}.${type}()`;
  }
}

function typesOf({ type }: JsonSchema): readonly string[] | undefined {
  if (type === undefined) return undefined;
  return (Array.isArray(type) ? type : [type]).map(String);
}

/** The values that have one of the types. */
function ofTypes(values: readonly Json[], types: readonly string[]): Json[] {
  return values.filter((value) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return types.includes(type) || (Number.isInteger(value) && types.includes('integer'));
  });
}

function isMeaningful(schema: JsonSchema, besides: readonly string[] = []): boolean {
  return Object.keys(schema).some((keyword) => !annotations.includes(keyword) && !besides.includes(keyword));
}

function list(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
