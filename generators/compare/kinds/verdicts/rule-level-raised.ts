import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const ruleLevelRaised = defineKind({
  id: 'rule-level-raised',
  scope: 'rule',
  when: 'changed',
  title: 'A rule is judged at a higher level',
  parts: ['level'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'A run at the old level reports it as not testable',
  advice: 'Run at the new level',
  *find(before, after) {
    const order = ['free', 'paid', 'controlled'];
    if (order.indexOf(after.level) < order.indexOf(before.level)) return;
    yield {
      sentence: `\`${after.id}\` is judged at the level ${shown(after.level)} instead of ${shown(before.level)}`,
    };
  },
  example: {
    edit: { 'protocol/payment.yaml': ['from: notes-005\n    level: free', 'from: notes-005\n    level: paid'] },
    back: ['rule-level-lowered'],
  },
});
