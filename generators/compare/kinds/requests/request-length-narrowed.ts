import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestLengthNarrowed = narrowedField('request-length-narrowed', {
  scope: 'request-field',
  group: 'length',
  title: 'A request takes fewer lengths of text',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ type: string, maxLength: 50 }', '{ type: string, minLength: 1, maxLength: 50 }', [
    'request-length-widened',
  ]),
});
