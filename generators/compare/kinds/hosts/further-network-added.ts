import { sister, takesSister } from '../../examples.ts';
import { networksLeftOut } from '../../further-networks.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

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
    const gained = networksLeftOut(after, before);
    if (gained.length === 0) return;
    yield { sentence: `\`${after.host.id}\` takes payments on ${listed(gained.map(({ network }) => network))}, too` };
  },
  example: {
    given: sister,
    edit: takesSister,
    back: ['further-network-removed'],
  },
});
