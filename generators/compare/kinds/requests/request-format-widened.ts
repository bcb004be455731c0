import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestFormatWidened = widenedField('request-format-widened', {
  scope: 'request-field',
  group: 'format',
  title: 'A request takes text that is not of a format',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ type: string, format: uri }', '{ type: string }', ['request-format-narrowed']),
});
