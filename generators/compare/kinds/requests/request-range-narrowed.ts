import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestRangeNarrowed = narrowedField('request-range-narrowed', {
  scope: 'request-field',
  group: 'range',
  title: 'A request takes a smaller range of numbers',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample(
    'request',
    '{ type: integer, minimum: 1, maximum: 50 }',
    '{ type: integer, minimum: 1, maximum: 30 }',
    ['request-range-widened'],
  ),
});
