import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseRangeNarrowed = narrowedField('response-range-narrowed', {
  scope: 'response-field',
  group: 'range',
  title: 'A response has a smaller range of numbers',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample(
    'response',
    '{ type: integer, minimum: 1, maximum: 50 }',
    '{ type: integer, minimum: 1, maximum: 30 }',
    ['response-range-widened'],
  ),
});
