import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const ruleReworded = defineKind({
  id: 'rule-reworded',
  scope: 'rule',
  when: 'changed',
  title: 'A rule of the protocol is put in other words',
  parts: ['summary'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'Its check may have followed the words',
  advice: 'Compare both texts',
  *find(before, after) {
    yield { sentence: `\`${after.id}\` says ${shown(after.summary)} instead of ${shown(before.summary)}` };
  },
  example: {
    edit: {
      'protocol/payment.yaml': [
        'A paid operation asked for without payment answers 402',
        'A paid operation without payment answers 402',
      ],
    },
    back: ['rule-reworded'],
  },
});
