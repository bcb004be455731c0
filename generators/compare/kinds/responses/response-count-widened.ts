import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseCountWidened = widenedField('response-count-widened', {
  scope: 'response-field',
  group: 'count',
  title: 'A response has lists of more lengths, or with repetition',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ type: array, maxItems: 5 }', '{ type: array, maxItems: 9 }', [
    'response-count-narrowed',
  ]),
});
