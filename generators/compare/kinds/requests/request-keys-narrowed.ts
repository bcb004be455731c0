import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestKeysNarrowed = narrowedField('request-keys-narrowed', {
  scope: 'request-field',
  group: 'keys',
  title: 'A request takes fewer keys',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample(
    'request',
    '{ type: object, properties: { a: { type: string } } }',
    '{ type: object, additionalProperties: false, properties: { a: { type: string } } }',
    ['request-keys-widened'],
  ),
});
