import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const responseFormatNarrowed = narrowedField('response-format-narrowed', {
  scope: 'response-field',
  group: 'format',
  title: 'A response has only text of a format',
  reason: 'Callers can read what is left; a deployment that still returns the rest breaks the rule',
  example: fieldExample('response', '{ type: string }', '{ type: string, format: uri }', ['response-format-widened']),
});
