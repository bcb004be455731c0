import { authorizationFound, authorizationParts } from '../../engines/rules/authorization.ts';
import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';

export const authorizationLoosened = defineKind({
  id: 'authorization-loosened',
  scope: 'operation',
  when: 'changed',
  title: 'A call needs less of an authorization',
  parts: authorizationParts,
  levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
  reason: 'What was sent before is still served; a deployment that asks for more breaks the rule',
  advice: 'Serve calls without it',
  find: (before, after, context) => authorizationFound('loosened', before, after, context),
  example: {
    given: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace(
        'auth: none',
        'auth: key',
      ),
    },
    edit: counting,
    back: ['authorization-tightened'],
  },
});
