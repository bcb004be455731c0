import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestCountWidened = widenedField('request-count-widened', {
  scope: 'request-field',
  group: 'count',
  title: 'A request takes lists of more lengths, or with repetition',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ type: array, maxItems: 5 }', '{ type: array, maxItems: 9 }', [
    'request-count-narrowed',
  ]),
});
