import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestTypeWidened = widenedField('request-type-widened', {
  scope: 'request-field',
  group: 'type',
  title: 'A request takes more types',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ type: integer }', '{ type: [integer, string] }', ['request-type-narrowed']),
});
