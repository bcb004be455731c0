import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseCountNarrowed = narrowedField('response-count-narrowed', {
  scope: 'response-field',
  group: 'count',
  title: 'A response has lists of fewer lengths, or without repetition',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ type: array, maxItems: 9 }', '{ type: array, maxItems: 5 }', [
    'response-count-widened',
  ]),
});
