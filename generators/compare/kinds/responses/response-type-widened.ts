import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseTypeWidened = widenedField('response-type-widened', {
  scope: 'response-field',
  group: 'type',
  title: 'A response has more types',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ type: integer }', '{ type: [integer, string] }', ['response-type-narrowed']),
});
