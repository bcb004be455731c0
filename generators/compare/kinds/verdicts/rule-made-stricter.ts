import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const ruleMadeStricter = defineKind({
  id: 'rule-made-stricter',
  scope: 'rule',
  when: 'changed',
  title: 'A rule can fail a deployment, which it could not',
  parts: ['tier'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'What was only reported, or not asserted, fails a deployment that does otherwise',
  advice: 'Run the suite against each deployment',
  *find(before, after) {
    const order = ['none', 'info', 'must'];
    if (order.indexOf(after.tier) <= order.indexOf(before.tier)) return;
    yield { sentence: `\`${after.id}\` has the tier ${shown(after.tier)} instead of ${shown(before.tier)}` };
  },
  example: {
    given: {
      'schemas/language.yaml': ['default: plain, from: notes-016', 'default: plain, from: notes-016, status: assumed'],
    },
    edit: { 'schemas/language.yaml': [', status: assumed', ''] },
    back: ['rule-made-laxer'],
  },
});
