import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestShapeWidened = widenedField('request-shape-widened', {
  scope: 'request-field',
  group: 'shape',
  title: 'A request takes more alternatives',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample(
    'request',
    '{ anyOf: [{ type: string }, { type: integer }] }',
    "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    ['request-shape-narrowed'],
  ),
});
