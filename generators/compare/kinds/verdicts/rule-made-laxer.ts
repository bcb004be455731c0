import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const ruleMadeLaxer = defineKind({
  id: 'rule-made-laxer',
  scope: 'rule',
  when: 'changed',
  title: 'A rule can no longer fail a deployment',
  parts: ['tier'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'Callers may meet deployments that do otherwise',
  advice: 'Do not rely on it',
  *find(before, after) {
    const order = ['none', 'info', 'must'];
    if (order.indexOf(after.tier) >= order.indexOf(before.tier)) return;
    yield { sentence: `\`${after.id}\` has the tier ${shown(after.tier)} instead of ${shown(before.tier)}` };
  },
  example: {
    edit: {
      'schemas/language.yaml': ['default: plain, from: notes-016', 'default: plain, from: notes-016, status: assumed'],
    },
    back: ['rule-made-stricter'],
  },
});
