import { defineKind } from '../../kind.ts';

export const questionReasonedAnew = defineKind({
  id: 'question-reasoned-anew',
  scope: 'question',
  when: 'changed',
  title: 'A decision is reasoned otherwise',
  parts: ['reason', 'statements'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'The decision is the same',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `The decision of \`${after.id}\` is reasoned otherwise` };
  },
  example: {
    edit: { 'questions/faroese-rate.yaml': ['without a rate', 'and no rate'] },
    back: ['question-reasoned-anew'],
  },
});
