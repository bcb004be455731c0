import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responseShapeWidened = widenedField('response-shape-widened', {
  scope: 'response-field',
  group: 'shape',
  title: 'A response has more alternatives',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample(
    'response',
    '{ anyOf: [{ type: string }, { type: integer }] }',
    "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    ['response-shape-narrowed'],
  ),
});
