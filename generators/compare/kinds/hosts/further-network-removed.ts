import { sister, takesSister } from '../../examples.ts';
import { networksLeftOut, networksOf } from '../../further-networks.ts';
import { defineKind } from '../../kind.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { listed } from '../../words.ts';

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
    const lost = networksLeftOut(before, after);
    const [first] = lost;
    if (!first) return;
    const at = networksOf(before).indexOf(first);
    yield {
      sentence: `\`${after.host.id}\` takes no more payments on ${listed(lost.map(({ network }) => network))}`,
      ...difference(
        ['host', 'payment', 'also', String(at), 'network'],
        [first.network, networksOf(after)[at]?.network],
        hostOf(before, after),
      ),
    };
  },
  example: {
    given: { ...sister, ...takesSister },
    edit: { 'hosts/quay.yaml': ['  also: [sister]\n', ''] },
    back: ['further-network-added'],
  },
});
