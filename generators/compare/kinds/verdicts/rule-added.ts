import { defineKind } from '../../kind.ts';

export const ruleAdded = defineKind({
  id: 'rule-added',
  scope: 'rule',
  when: 'added',
  title: 'A rule of the protocol is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'A deployment is judged by it',
  advice: 'Run the suite against each deployment',
  *find(thing) {
    yield { sentence: `\`${thing.id}\` is new: ${thing.summary}` };
  },
  example: {
    edit: {
      'protocol/payment.yaml': [
        'rules:\n',
        'rules:\n  payment.challenge.polite:\n    summary: A challenge says please\n    from: notes-005\n    level: free\n',
      ],
    },
    back: ['rule-removed'],
  },
});
