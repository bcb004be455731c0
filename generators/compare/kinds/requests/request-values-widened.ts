import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestValuesWidened = widenedField('request-values-widened', {
  scope: 'request-field',
  group: 'values',
  title: 'A request takes more listed values',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ enum: [one, two] }', '{ enum: [one, two, three] }', ['request-values-narrowed']),
});
