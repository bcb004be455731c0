import { defineKind } from '../../kind.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const hostAuthorizedOtherwise = defineKind({
  id: 'host-authorized-otherwise',
  scope: 'host',
  when: 'changed',
  title: 'A host is paid in another way',
  parts: ['auth'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A caller that pays in the old way is refused; a deployment that asks for it breaks the rules of payment',
  advice: 'Pay with the wallet or key that the host asks for',
  *find(before, after) {
    if (after.host.auth === 'none') return;
    const host = hostOf(before, after);
    yield {
      sentence: `\`${after.host.id}\` is paid by ${shown(after.host.auth)} instead of ${shown(before.host.auth)}`,
      parts: ['auth', 'payment.*'],
      ...difference(['host', 'auth'], [before.host.auth, after.host.auth], host),
    };
  },
  example: {
    edit: {
      'hosts/counter.yaml': [
        'auth: bearer',
        'auth: x402\npayment: { network: base-sepolia, scheme: exact, window: { seconds: 120, from: notes-005 } }',
      ],
    },
    also: ['error-added', 'error-removed'],
    back: ['host-authorized-otherwise', 'error-added', 'error-removed'],
  },
});
