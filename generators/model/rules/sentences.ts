import type { SchemaSource } from '../../language/json-schema.ts';

const typeWords: Record<string, string> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  object: 'an object',
  array: 'an array',
  null: 'null',
};

type Sentence = (subject: string, value: unknown) => string;

/** Describes in plain words what each keyword of JSON Schema requires. A keyword that is not here constrains nothing. */
const sentences: Readonly<Record<string, Sentence>> = {
  type: (subject, value) =>
    `${subject} is ${[value]
      .flat()
      .map((type) => typeWords[String(type)])
      .join(' or ')}`,
  enum: (subject, value) => `${subject} is one of ${[value].flat().map(show).join(', ')}`,
  const: (subject, value) => `${subject} is ${show(value)}`,
  required: (subject) => `${subject} is present`,
  default: (subject, value) => `${subject} left out means ${show(value)}`,
  catalog: (subject, value) => `${subject} is a key of the catalog ${value}`,
  minLength: (subject, value) => `${subject} has at least ${count(value, 'character')}`,
  maxLength: (subject, value) => `${subject} has at most ${count(value, 'character')}`,
  pattern: (subject, value) => `${subject} matches ${value}`,
  format: (subject, value) => `${subject} has the format ${value}`,
  minimum: (subject, value) => `${subject} is at least ${value}`,
  maximum: (subject, value) => `${subject} is at most ${value}`,
  exclusiveMinimum: (subject, value) => `${subject} is more than ${value}`,
  exclusiveMaximum: (subject, value) => `${subject} is less than ${value}`,
  multipleOf: (subject, value) => `${subject} is a multiple of ${value}`,
  minItems: (subject, value) => `${subject} has at least ${count(value, 'item')}`,
  maxItems: (subject, value) => `${subject} has at most ${count(value, 'item')}`,
  uniqueItems: (subject) => `${subject} has unique items`,
  minProperties: (subject, value) => `${subject} has at least ${count(value, 'property')}`,
  maxProperties: (subject, value) => `${subject} has at most ${count(value, 'property')}`,
  additionalProperties: (subject) => `${subject} has no unknown properties`,
  propertyNames: (subject) => `the property names of ${subject} are valid`,
  dependentRequired: (subject) => `${subject} has the properties that its other properties require`,
  contains: (subject) => `${subject} contains an item that matches`,
  anyOf: (subject) => `${subject} matches one of its schemas`,
  oneOf: (subject) => `${subject} matches exactly one of its schemas`,
  not: (subject) => `${subject} does not match the excluded schema`,
};

/** Says in one sentence what a keyword asks of a value; `undefined` for keywords that constrain nothing. */
export function sentence(keyword: string, value: unknown, subject: string): string | undefined {
  if (keyword === 'additionalProperties' && value !== false) return undefined;
  if (keyword === 'uniqueItems' && value !== true) return undefined;
  return sentences[keyword]?.(subject, value);
}

/** Keywords whose schemas are alternatives: what stands in them is no rule of its own. */
export const alternatives: ReadonlySet<keyof SchemaSource> = new Set([
  'anyOf',
  'oneOf',
  'not',
  'contains',
  'propertyNames',
]);

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function count(value: unknown, noun: string): string {
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${value} ${value === 1 ? noun : plural}`;
}
