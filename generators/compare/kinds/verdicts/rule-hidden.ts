import { defineKind } from '../../kind.ts';

export const ruleHidden = defineKind({
  id: 'rule-hidden',
  scope: 'rule',
  when: 'changed',
  title: 'A rule cannot be seen from outside, or can be seen again',
  parts: ['unobservable'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: 'What the suite cannot see it reports as not testable',
  advice: 'Look at the reason',
  *find(_, after) {
    yield {
      sentence: after.unobservable
        ? `\`${after.id}\` cannot be seen: ${after.unobservable}`
        : `\`${after.id}\` can be seen`,
    };
  },
  example: {
    edit: {
      'protocol/payment.yaml': [
        "has the host's network\n",
        "has the host's network\n    unobservable: The network is a secret\n",
      ],
    },
    back: ['rule-hidden'],
  },
});
