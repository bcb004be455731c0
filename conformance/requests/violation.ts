/** Violations of JSON Schema keywords in words: "`max_results` is 51, above the maximum 50". */

import type { Part } from '../arbitraries/fields.ts';
import { absent } from '../arbitraries/route.ts';
import type { JsonSchema } from '../contract/contract.ts';
import { typesOf } from '../oracle/shapes.ts';

/** Members of an enumeration that a sentence lists. */
const maxMembers = 6;

const partNames = { query: 'query parameter', params: 'path parameter', header: 'header' } as const;

/** Names a field of a request: `max_results`, query parameter `limit`, or the body itself. */
export function fieldName(part: Part, path: readonly string[]): string {
  const name = `\`${path.join('.')}\``;
  if (part !== 'body') return `${partNames[part]} ${name}`;
  return path.length === 0 ? 'the body' : name;
}

/** A keyword of a schema and a value that breaks it. */
export interface Violation {
  readonly keyword: string;
  readonly shape: JsonSchema;
  readonly value: unknown;
}

/** Says how a value breaks a keyword of its schema, without naming the field: "is 51, above the maximum 50". */
export function describeViolation({ keyword, shape, value }: Violation): string {
  if (value === absent) return 'is required, but missing';
  const bound = String(shape[keyword]);
  const limit = limits[keyword];
  if (limit) return `${measured(keyword, value)}, ${limit} ${keyword} ${bound}`;
  return `is ${shown(value)}, ${reasons[keyword]?.(shape) ?? `which breaks \`${keyword}\``}`;
}

const limits: Readonly<Record<string, string>> = {
  minimum: 'below the',
  maximum: 'above the',
  exclusiveMinimum: 'not above the',
  exclusiveMaximum: 'not below the',
  minLength: 'below the',
  maxLength: 'above the',
  minItems: 'below the',
  maxItems: 'above the',
  minProperties: 'below the',
  maxProperties: 'above the',
};

const reasons: Readonly<Record<string, (shape: JsonSchema) => string>> = {
  type: (shape) => `not of type ${typesOf(shape).join(' or ')}`,
  enum: ({ enum: members }) => `not one of ${list(Array.isArray(members) ? members : [])}`,
  const: ({ const: constant }) => `not ${shown(constant)}`,
  multipleOf: ({ multipleOf: step }) => `not a multiple of ${step}`,
  pattern: ({ pattern }) => `which does not match the pattern ${pattern}`,
  format: ({ format }) => `which is not a valid ${format}`,
  uniqueItems: () => 'whose items are not unique',
  additionalProperties: () => 'with a property that is not allowed',
  dependentRequired: () => 'which lacks a property that another one requires',
  propertyNames: () => 'with a key that is not allowed',
  anyOf: () => 'which matches no schema of anyOf',
  oneOf: () => 'which does not match exactly one schema of oneOf',
  not: () => 'which matches an excluded schema',
  catalog: ({ catalog }) => `which is not in the catalog "${catalog}"`,
};

/** The value, or its size where the keyword limits the size. */
function measured(keyword: string, value: unknown): string {
  if (keyword.endsWith('Length')) return `has ${[...String(value)].length} characters`;
  if (keyword.endsWith('Items')) return `has ${Array.isArray(value) ? value.length : 0} items`;
  if (keyword.endsWith('Properties')) return `has ${Object.keys(Object(value)).length} properties`;
  return `is ${shown(value)}`;
}

function list(members: readonly unknown[]): string {
  const more = members.length > maxMembers ? `, and ${members.length - maxMembers} more` : '';
  return `${members.slice(0, maxMembers).map(shown).join(', ')}${more}`;
}
/** A value in a sentence: its JSON, shortened. */
export function shown(value: unknown): string {
  const text = [...(JSON.stringify(value) ?? String(value))];
  const length = typeof value === 'string' ? ` (${[...value].length} characters)` : '';
  return text.length > 60 ? `${text.slice(0, 50).join('')}…${length}` : text.join('');
}
