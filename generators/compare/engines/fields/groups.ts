import type { JsonSchema } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { meansSame } from '../../meaning.ts';

/** Names the subject of a changed field: the first group with a keyword that differs. */
export type Group = keyof typeof groups;

/** Keywords by what they are about. */
const groups = {
  type: ['type', 'nullable', 'x-nullable', 'present'],
  values: ['enum', 'const'],
  catalog: ['catalog', 'prefix'],
  range: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  length: ['minLength', 'maxLength'],
  count: ['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  pattern: ['pattern'],
  format: ['format'],
  keys: ['additionalProperties', 'propertyNames', 'patternProperties', 'required', 'dependentRequired'],
  shape: [
    ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'items', 'prefixItems', 'contains'],
    ...['minContains', 'maxContains', 'dependentSchemas', 'unevaluatedProperties', 'unevaluatedItems'],
  ],
} as const;

/** Every keyword that decides which values a field may have. */
export const deciding: readonly string[] = Object.values(groups).flat();

/** Keywords that only describe. */
export const describing = [
  'description',
  'title',
  'examples',
  'example',
  'deprecated',
  'contentMediaType',
  'contentEncoding',
  '$comment',
  'externalDocs',
  'x-extensions',
];

/** The keywords of a field, those that hold schemas as they are compared. */
export function comparedKeywords({ own, compared }: Field): JsonSchema {
  return compared ? { ...own, ...compared } : own;
}

/** The keywords that decide values and differ between two fields. */
export function differingKeywords(before: Field, after: Field): string[] {
  const [one, other] = [comparedKeywords(before), comparedKeywords(after)];
  return deciding.filter((keyword) => !meansSame(one[keyword], other[keyword]));
}

/** The subject of the difference between two fields. */
export function groupOf(keywords: readonly string[]): Group {
  for (const [group, names] of Object.entries(groups)) {
    // The names are those of the groups.
    if (names.some((name) => keywords.includes(name))) return group as Group;
  }
  return 'shape';
}
