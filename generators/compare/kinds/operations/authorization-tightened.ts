import { authorizationFound, authorizationParts } from '../../engines/rules/authorization.ts';
import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';

export const authorizationTightened = defineKind({
  id: 'authorization-tightened',
  scope: 'operation',
  when: 'changed',
  title: 'A call needs an authorization that it did not need',
  parts: authorizationParts,
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'Calls without it are refused; a deployment that serves them breaks the rule',
  advice: 'Send a payment or a key; refuse calls without one',
  find: (before, after, context) => authorizationFound('tightened', before, after, context),
  example: {
    given: counting,
    edit: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: key',
      ),
    },
    back: ['authorization-loosened'],
  },
});
