import { fieldExample } from '../../engines/fields/examples.ts';
import { narrowedField } from '../../engines/fields/field-kind.ts';

export const requestPatternNarrowed = narrowedField('request-pattern-narrowed', {
  scope: 'request-field',
  group: 'pattern',
  title: 'A request takes only text that matches a pattern',
  reason:
    'A caller that sends what the older release accepted is refused; a deployment that still accepts it breaks the rule',
  example: fieldExample('request', '{ type: string }', '{ type: string, pattern: ^ta_ }', ['request-pattern-widened']),
});
