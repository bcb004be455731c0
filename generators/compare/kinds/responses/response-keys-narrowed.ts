import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseKeysNarrowed = narrowedField('response-keys-narrowed', {
  scope: 'response-field',
  group: 'keys',
  title: 'A response has fewer keys',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample(
    'response',
    '{ type: object, properties: { a: { type: string } } }',
    '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    ['response-keys-widened'],
  ),
});
