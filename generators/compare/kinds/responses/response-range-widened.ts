import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseRangeWidened = widenedField('response-range-widened', {
  scope: 'response-field',
  group: 'range',
  title: 'A response has a larger range of numbers',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample(
    'response',
    '{ type: integer, minimum: 1, maximum: 30 }',
    '{ type: integer, minimum: 1, maximum: 50 }',
    ['response-range-narrowed'],
  ),
});
