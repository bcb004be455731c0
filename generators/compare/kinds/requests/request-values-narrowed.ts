import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestValuesNarrowed = narrowedField('request-values-narrowed', {
  scope: 'request-field',
  group: 'values',
  title: 'A request takes fewer listed values',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ enum: [one, two, three] }', '{ enum: [one, two] }', ['request-values-widened']),
});
