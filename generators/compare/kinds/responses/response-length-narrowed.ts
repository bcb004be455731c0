import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseLengthNarrowed = narrowedField('response-length-narrowed', {
  scope: 'response-field',
  group: 'length',
  title: 'A response has fewer lengths of text',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample(
    'response',
    '{ type: string, maxLength: 50 }',
    '{ type: string, minLength: 1, maxLength: 50 }',
    ['response-length-widened'],
  ),
});
