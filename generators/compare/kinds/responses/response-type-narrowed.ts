import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseTypeNarrowed = narrowedField('response-type-narrowed', {
  scope: 'response-field',
  group: 'type',
  title: 'A response has fewer types',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ type: [integer, string] }', '{ type: integer }', ['response-type-widened']),
});
