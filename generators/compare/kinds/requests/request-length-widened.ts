import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestLengthWidened = widenedField('request-length-widened', {
  scope: 'request-field',
  group: 'length',
  title: 'A request takes more lengths of text',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ type: string, minLength: 1, maxLength: 50 }', '{ type: string, maxLength: 50 }', [
    'request-length-narrowed',
  ]),
});
