import { defineKind } from '../../kind.ts';

export const questionDecidedOtherwise = defineKind({
  id: 'question-decided-otherwise',
  scope: 'question',
  when: 'changed',
  title: 'An open question is decided otherwise',
  parts: ['decision'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'This gateway behaves otherwise; deployments may do as before, as the suite accepts both',
  advice: 'Look at what callers of this gateway get',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is decided: ${after.decision}` };
  },
  example: {
    edit: { 'questions/faroese-rate.yaml': ['costs twice as much', 'costs three times as much'] },
    back: ['question-decided-otherwise'],
  },
});
