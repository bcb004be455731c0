import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseLengthWidened = widenedField('response-length-widened', {
  scope: 'response-field',
  group: 'length',
  title: 'A response has more lengths of text',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample(
    'response',
    '{ type: string, minLength: 1, maxLength: 50 }',
    '{ type: string, maxLength: 50 }',
    ['response-length-narrowed'],
  ),
});
