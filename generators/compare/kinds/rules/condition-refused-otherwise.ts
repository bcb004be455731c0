import { describe } from '../../engines/rules/texts.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';

export const conditionRefusedOtherwise = defineKind({
  id: 'condition-refused-otherwise',
  scope: 'condition',
  when: 'changed',
  title: 'A request that breaks a rule across fields gets another error',
  parts: ['error', 'names', 'accepted', 'fields'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A caller that handles the old error meets another one; a deployment that answers with the old one breaks the rule',
  advice: 'Handle both errors',
  *find(before, after, context) {
    const of = ['conditions', after.id, 'error'];
    yield {
      sentence: `A request that breaks the rule \`${after.id}\` gets ${describe(after)} instead of ${describe(before)}`,
      ...outcome(of, [before.error, after.error], context),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['error: invalid-body', 'error: unknown-language'] },
    back: ['condition-refused-otherwise'],
  },
});
