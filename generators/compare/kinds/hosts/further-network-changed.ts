import type { Json } from '../../../model/types.ts';
import { sister, takesSister } from '../../examples.ts';
import { type FurtherNetwork, networksKept, networksOf } from '../../further-networks.ts';
import { defineKind } from '../../kind.ts';
import { meansSame } from '../../meaning.ts';
import { networkPlace } from '../../network-place.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { shown } from '../../words.ts';

/** What a payment on a network is made with, by the name that it has in a network of the specification. */
const parts = { asset: 'address', decimals: 'decimals', domain: 'domain' } as const;

export const furtherNetworkChanged = defineKind({
  id: 'further-network-changed',
  scope: 'host',
  when: 'changed',
  title: 'A host is paid otherwise on one of its further networks',
  parts: ['payment.also'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A payment there as before is refused; a deployment that asks for it breaks the rule',
  advice: 'Take asset, decimals and domain from the offer',
  *find(before, after, context) {
    for (const [one, other] of networksKept(before, after)) {
      const path = ['host', 'payment', 'also', String(networksOf(before).indexOf(one))];
      for (const part of ['asset', 'decimals', 'domain'] as const) {
        if (meansSame(one[part], other[part])) continue;
        const [was, is] = [plain(one[part]), plain(other[part])];
        yield {
          sentence: `The ${part} of payments to \`${after.host.id}\` on \`${one.network}\` is ${shown(is)} instead of ${shown(was)}`,
          ...networkPlace(['asset', parts[part]], after.host.id, context, one.network),
          ...difference([...path, part], [was, is], hostOf(before, after)),
        };
      }
    }
  },
  example: {
    given: { ...sister, ...takesSister },
    edit: { 'networks/sister.yaml': sister['networks/sister.yaml'].replace('decimals: 6', 'decimals: 18') },
    back: ['further-network-changed'],
  },
});

/** A value as JSON: a domain has a type of its own. */
function plain(value: FurtherNetwork['asset' | 'decimals' | 'domain']): Json | undefined {
  return typeof value === 'object' ? { ...value } : value;
}
