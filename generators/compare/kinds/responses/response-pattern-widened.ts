import { fieldExample } from '../../engines/fields/examples.ts';
import { widenedField } from '../../engines/fields/field-kind.ts';

export const responsePatternWidened = widenedField('response-pattern-widened', {
  scope: 'response-field',
  group: 'pattern',
  title: 'A response has text that a pattern refused',
  reason: 'A caller that reads only what the older release allowed meets a value that it does not know',
  example: fieldExample('response', '{ type: string, pattern: ^ta_ }', '{ type: string }', [
    'response-pattern-narrowed',
  ]),
});
