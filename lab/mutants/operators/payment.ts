import type { Contract, PaymentDomain, PaymentProfile, Rule } from '#conformance/contract/contract.ts';
import { withOperation } from '../edit.ts';
import type { Change, Operator } from '../mutant.ts';

/** Each field of the way a host is paid changed, and each window of an operation, as far as the documents give them. */
export const payment: Operator = {
  name: 'payment',
  *changes(contract): Generator<Change> {
    const { host } = contract;
    if (!host.payment) return;
    for (const [id, description, changed] of profilesNear(host.payment)) {
      const rule = ruleOf(contract, id);
      if (rule) yield { rule, description, contract: { ...contract, host: { ...host, payment: changed } } };
    }
    for (const operation of contract.operations) {
      const rule = ruleOf(contract, 'payment.challenge.window');
      const own = operation.payment;
      if (!rule || !own || operation.auth !== 'payment') continue;
      const { window: usual, windowStatus } = host.payment;
      const window = own.window ?? (windowStatus === 'stated' ? usual : undefined);
      if (window === undefined) continue;
      for (const other of [window - 1, window + 1]) {
        const changed = withOperation(contract, operation.id, (each) => ({
          ...each,
          payment: { ...own, window: other },
        }));
        yield { rule, description: `${operation.id} may be paid for ${other} s`, contract: changed };
      }
    }
  },
};

function ruleOf({ rules }: Contract, id: string): Rule | undefined {
  return rules.find((rule) => rule.kind === 'protocol' && rule.id === id);
}

function profilesNear(profile: PaymentProfile): readonly (readonly [string, string, PaymentProfile])[] {
  const [family = '', reference = ''] = profile.network.split(':');
  const { domain, asset } = profile;
  const other = asset.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const known = profile.networkStatus === 'stated' || profile.networkStatus === 'derived';
  const network = { ...profile, network: `${family}:${reference}1` };
  return [
    ...(known ? [['payment.challenge.network', 'another network', network] as const] : []),
    ['payment.challenge.asset-address', 'another asset', { ...profile, asset: other }],
    ...(domain
      ? domainsNear(domain).map(
          ([what, near]) => ['payment.challenge.domain', what, { ...profile, domain: near }] as const,
        )
      : []),
  ];
}

function domainsNear(domain: PaymentDomain): readonly (readonly [string, PaymentDomain])[] {
  return [
    ['another name of the asset', { ...domain, name: `${domain.name}.` }],
    ['another version of the asset', { ...domain, version: `${domain.version}0` }],
  ];
}
