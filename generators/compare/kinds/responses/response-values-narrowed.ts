import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseValuesNarrowed = narrowedField('response-values-narrowed', {
  scope: 'response-field',
  group: 'values',
  title: 'A response has fewer listed values',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ enum: [one, two, three] }', '{ enum: [one, two] }', ['response-values-widened']),
});
