import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const authorizationTightened = defineKind({
  id: 'authorization-tightened',
  scope: 'operation',
  when: 'changed',
  title: 'A call needs an authorization that it did not need',
  parts: ['auth'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'Calls without it are refused; a deployment that serves them breaks the rule',
  advice: 'Send a payment or a key; refuse calls without one',
  *find(before, after, context) {
    if (context.host?.before.host.auth !== context.host?.after.host.auth) {
      yield { implied: ['auth', 'payment.*', 'price'], by: 'host-authorized-otherwise' };
      return;
    }
    const order = ['none', 'wallet', 'payment', 'key'];
    if (order.indexOf(after.auth) <= order.indexOf(before.auth)) return;
    yield {
      sentence: `\`${after.id}\` needs ${shown(after.auth)} instead of ${shown(before.auth)}`,
      parts: ['auth', 'payment.*'],
      ...outcome(['auth'], [before.auth, after.auth], context),
    };
  },
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
