import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseValuesWidened = widenedField('response-values-widened', {
  scope: 'response-field',
  group: 'values',
  title: 'A response has more listed values',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ enum: [one, two] }', '{ enum: [one, two, three] }', [
    'response-values-narrowed',
  ]),
});
