import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseKeysWidened = widenedField('response-keys-widened', {
  scope: 'response-field',
  group: 'keys',
  title: 'A response has more keys',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample(
    'response',
    '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    '{ type: object, properties: { a: { type: string } } }',
    ['response-keys-narrowed'],
  ),
});
