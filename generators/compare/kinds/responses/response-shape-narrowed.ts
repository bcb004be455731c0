import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseShapeNarrowed = narrowedField('response-shape-narrowed', {
  scope: 'response-field',
  group: 'shape',
  title: 'A response has fewer alternatives',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample(
    'response',
    "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    '{ anyOf: [{ type: string }, { type: integer }] }',
    ['response-shape-widened'],
  ),
});
