import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestRangeWidened = widenedField('request-range-widened', {
  scope: 'request-field',
  group: 'range',
  title: 'A request takes a larger range of numbers',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample(
    'request',
    '{ type: integer, minimum: 1, maximum: 30 }',
    '{ type: integer, minimum: 1, maximum: 50 }',
    ['request-range-narrowed'],
  ),
});
