import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const authorizationLoosened = defineKind({
  id: 'authorization-loosened',
  scope: 'operation',
  when: 'changed',
  title: 'A call needs less of an authorization',
  parts: ['auth'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
  reason: 'What was sent before is still served; a deployment that asks for more breaks the rule',
  advice: 'Serve calls without it',
  *find(before, after, context) {
    if (context.host?.before.host.auth !== context.host?.after.host.auth) {
      yield { implied: ['auth', 'payment.*', 'price'], by: 'host-authorized-otherwise' };
      return;
    }
    const order = ['none', 'wallet', 'payment', 'key'];
    if (order.indexOf(after.auth) > order.indexOf(before.auth)) return;
    yield {
      sentence: `\`${after.id}\` needs ${shown(after.auth)} instead of ${shown(before.auth)}`,
      parts: ['auth', 'payment.*'],
      ...outcome(['auth'], [before.auth, after.auth], context),
    };
  },
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
