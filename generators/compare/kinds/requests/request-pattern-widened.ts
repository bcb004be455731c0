import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const requestPatternWidened = widenedField('request-pattern-widened', {
  scope: 'request-field',
  group: 'pattern',
  title: 'A request takes text that a pattern refused',
  reason: 'What callers send is still accepted; a deployment that refuses what is new breaks the rule',
  example: fieldExample('request', '{ type: string, pattern: ^ta_ }', '{ type: string }', ['request-pattern-narrowed']),
});
