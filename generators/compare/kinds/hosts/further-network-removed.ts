import { defineKind } from '../../kind.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { listed, without } from '../../words.ts';

export const furtherNetworkRemoved = defineKind({
  id: 'further-network-removed',
  scope: 'host',
  when: 'changed',
  title: 'A host takes no more payments on a network',
  parts: ['payment.also'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
  reason: 'A caller that paid there is refused; a deployment may go on taking them',
  advice: 'Pay on a network that is left',
  *find(before, after) {
    const lost = without(after.host.payment?.also, before.host.payment?.also);
    if (lost.length === 0) return;
    const lists = [before, after].map(({ host }) => host.payment?.also?.map(({ network }) => network) ?? null);
    yield {
      sentence: `\`${after.host.id}\` takes no more payments on ${listed(lost.map(({ network }) => network))}`,
      ...difference(['host', 'payment', 'also', '0', 'network'], [lists[0]?.[0], lists[1]?.[0]], hostOf(before, after)),
    };
  },
  example: {
    given: {
      'networks/sister.yaml':
        'network: sister\ncaip2: eip155:8453\nfrom: notes-002\nasset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, domain: { name: USDC, version: "2" }, status: assumed }\n',
      'hosts/quay.yaml': ['network: base-sepolia', 'network: base-sepolia\n  also: [sister]'],
    },
    edit: { 'hosts/quay.yaml': ['  also: [sister]\n', ''] },
    back: ['further-network-added'],
  },
});
