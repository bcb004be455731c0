import { defineKind } from '../../kind.ts';

export const conditionDescribedAnew = defineKind({
  id: 'condition-described-anew',
  scope: 'condition',
  when: 'changed',
  title: 'A rule across fields is described in other words',
  parts: ['summary', 'violation'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words and examples decide no request',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `The rule \`${after.id}\` is described in other words` };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': ['A formal translation has at most', 'A formal translation has no more than'],
    },
    back: ['condition-described-anew'],
  },
});
