import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const furtherNetworkAdded = defineKind({
  id: 'further-network-added',
  scope: 'host',
  when: 'changed',
  title: 'A host takes payments on one more network',
  parts: ['payment.also'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Payments as before are accepted; a deployment that takes none there may not be at fault',
  advice: 'Offer it',
  *find(before, after) {
    const gained = without(before.host.payment?.also, after.host.payment?.also);
    if (gained.length === 0) return;
    yield { sentence: `\`${after.host.id}\` takes payments on ${listed(gained.map(({ network }) => network))}, too` };
  },
  example: {
    given: {
      'networks/sister.yaml':
        'network: sister\ncaip2: eip155:8453\nfrom: notes-002\nasset: { symbol: USDC, address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", decimals: 6, domain: { name: USDC, version: "2" }, status: assumed }\n',
    },
    edit: { 'hosts/quay.yaml': ['network: base-sepolia', 'network: base-sepolia\n  also: [sister]'] },
    back: ['further-network-removed'],
  },
});
