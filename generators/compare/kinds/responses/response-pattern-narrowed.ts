import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responsePatternNarrowed = narrowedField('response-pattern-narrowed', {
  scope: 'response-field',
  group: 'pattern',
  title: 'A response has only text that matches a pattern',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ type: string }', '{ type: string, pattern: ^ta_ }', [
    'response-pattern-widened',
  ]),
});
