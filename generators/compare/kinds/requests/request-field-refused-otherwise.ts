import { nameOf } from '../../engines/fields/names.ts';
import { errorProof } from '../../engines/fields/outcomes.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldRefusedOtherwise = defineKind({
  id: 'request-field-refused-otherwise',
  scope: 'request-field',
  when: 'changed',
  title: 'A wrong value of a field gets another error',
  parts: ['error'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that handles the old error meets another one; a deployment that answers with the old error breaks the rule',
  advice: 'Handle both errors',
  *find(before, after, context) {
    if (before.own.catalog !== after.own.catalog) return;
    const [was, is] = [before, after].map(({ own }) => String(own.error ?? 'the usual error'));
    yield {
      sentence: `A wrong value of ${nameOf(after)} gets \`${is}\` instead of \`${was}\``,
      ...errorProof(before, after, context),
    };
  },
  example: {
    edit: { 'schemas/language.yaml': ['error: unknown-language', 'error: invalid-body'] },
    back: ['request-field-refused-otherwise'],
  },
});
