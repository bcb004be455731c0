import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const ruleLevelLowered = defineKind({
  id: 'rule-level-lowered',
  scope: 'rule',
  when: 'changed',
  title: 'A rule is judged at a lower level',
  parts: ['level'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'More runs judge it, and may find what was not tried',
  advice: 'Run the suite',
  *find(before, after) {
    const order = ['free', 'paid', 'controlled'];
    if (order.indexOf(after.level) > order.indexOf(before.level)) return;
    yield {
      sentence: `\`${after.id}\` is judged at the level ${shown(after.level)} instead of ${shown(before.level)}`,
    };
  },
  example: {
    given: { 'protocol/payment.yaml': ['from: notes-005\n    level: free', 'from: notes-005\n    level: paid'] },
    edit: { 'protocol/payment.yaml': ['level: paid', 'level: free'] },
    back: ['rule-level-raised'],
  },
});
