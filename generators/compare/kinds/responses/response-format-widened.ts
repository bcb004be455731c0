import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseFormatWidened = widenedField('response-format-widened', {
  scope: 'response-field',
  group: 'format',
  title: 'A response has text that is not of a format',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ type: string, format: uri }', '{ type: string }', ['response-format-narrowed']),
});
