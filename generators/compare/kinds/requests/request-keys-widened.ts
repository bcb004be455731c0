import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestKeysWidened = widenedField('request-keys-widened', {
  scope: 'request-field',
  group: 'keys',
  title: 'A request takes more keys',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample(
    'request',
    '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    '{ type: object, properties: { a: { type: string } } }',
    ['request-keys-narrowed'],
  ),
});
