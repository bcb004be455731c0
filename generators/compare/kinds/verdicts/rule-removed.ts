import { defineKind } from '../../kind.ts';

export const ruleRemoved = defineKind({
  id: 'rule-removed',
  scope: 'rule',
  when: 'removed',
  title: 'A rule of the protocol is gone',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'breaking' },
  reason: 'Nothing holds a deployment to it any more; baselines and `--only` cannot name it',
  advice: 'Take it out of baselines',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is gone: ${thing.summary}` };
  },
  example: {
    given: {
      'protocol/payment.yaml': [
        'rules:\n',
        'rules:\n  payment.challenge.polite:\n    summary: A challenge says please\n    from: notes-005\n    level: free\n',
      ],
    },
    edit: {
      'protocol/payment.yaml': [
        '  payment.challenge.polite:\n    summary: A challenge says please\n    from: notes-005\n    level: free\n',
        '',
      ],
    },
    back: ['rule-added'],
  },
});
