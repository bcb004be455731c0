import { defineKind } from '../../kind.ts';
import { networkPlace } from '../../network-place.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const signingDomainChanged = defineKind({
  id: 'signing-domain-changed',
  scope: 'host',
  when: 'changed',
  title: 'Payments are signed under another domain',
  parts: ['payment.domain'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason:
    'A signature under the old domain is invalid; a deployment that names it in its offers refuses its own payers',
  advice: 'Take the domain from `extra` of the offer',
  *find(before, after, context) {
    const [one, other] = [before.host.payment, after.host.payment];
    if (!one || !other) return;
    yield {
      sentence: `Payments of \`${after.host.id}\` are signed under ${shown({ ...other.domain })} instead of ${shown({ ...one.domain })}`,
      ...networkPlace(['asset', 'domain'], after.host.id, context),
      ...difference(
        ['host', 'payment', 'domain'],
        [one.domain && { ...one.domain }, other.domain && { ...other.domain }],
        hostOf(before, after),
      ),
    };
  },
  example: {
    edit: { 'networks/base-sepolia.yaml': ['version: "2"', 'version: "3"'] },
    back: ['signing-domain-changed'],
  },
});
