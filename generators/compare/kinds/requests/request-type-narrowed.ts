import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestTypeNarrowed = narrowedField('request-type-narrowed', {
  scope: 'request-field',
  group: 'type',
  title: 'A request takes fewer types',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ type: [integer, string] }', '{ type: integer }', ['request-type-widened']),
});
