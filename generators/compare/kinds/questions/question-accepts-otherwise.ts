import { defineKind } from '../../kind.ts';

export const questionAcceptsOtherwise = defineKind({
  id: 'question-accepts-otherwise',
  scope: 'question',
  when: 'changed',
  title: 'The suite accepts something else where a question is open',
  parts: ['accepts'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'A deployment that was accepted may not be any more',
  advice: 'Run the suite',
  *find(_, after) {
    yield { sentence: `Of \`${after.id}\` the suite accepts: ${after.accepts}` };
  },
  example: {
    edit: { 'questions/faroese-rate.yaml': ['Any quote', 'Any price'] },
    back: ['question-accepts-otherwise'],
  },
});
