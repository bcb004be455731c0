import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestShapeNarrowed = narrowedField('request-shape-narrowed', {
  scope: 'request-field',
  group: 'shape',
  title: 'A request takes fewer alternatives',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample(
    'request',
    "{ anyOf: [{ type: string }, { type: integer }, { type: 'null' }] }",
    '{ anyOf: [{ type: string }, { type: integer }] }',
    ['request-shape-widened'],
  ),
});
