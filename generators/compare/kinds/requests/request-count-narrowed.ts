import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestCountNarrowed = narrowedField('request-count-narrowed', {
  scope: 'request-field',
  group: 'count',
  title: 'A request takes lists of fewer lengths, or without repetition',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ type: array, maxItems: 9 }', '{ type: array, maxItems: 5 }', [
    'request-count-widened',
  ]),
});
