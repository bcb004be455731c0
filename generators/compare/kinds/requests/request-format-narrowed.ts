import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestFormatNarrowed = narrowedField('request-format-narrowed', {
  scope: 'request-field',
  group: 'format',
  title: 'A request takes only text of a format',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ type: string }', '{ type: string, format: uri }', ['request-format-widened']),
});
