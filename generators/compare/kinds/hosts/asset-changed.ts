import { defineKind } from '../../kind.ts';
import { networkPlace } from '../../network-place.ts';
import { difference, hostOf } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const assetChanged = defineKind({
  id: 'asset-changed',
  scope: 'host',
  when: 'changed',
  title: 'A host is paid in another asset',
  parts: ['payment.asset', 'payment.decimals'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A payment in the old asset is refused; a deployment that asks for it breaks the rule',
  advice: 'Hold the new asset; read its decimals',
  *find(before, after, context) {
    const [one, other] = [before.host.payment, after.host.payment];
    if (!one || !other) return;
    const part = one.asset === other.asset ? 'decimals' : 'asset';
    yield {
      sentence: `\`${after.host.id}\` is paid in ${shown(other.asset)} with ${other.decimals} decimals instead of ${shown(one.asset)} with ${one.decimals}`,
      ...networkPlace(['asset', part === 'asset' ? 'address' : part], after.host.id, context),
      ...difference(['host', 'payment', part], [one[part], other[part]], hostOf(before, after)),
    };
  },
  example: {
    edit: { 'networks/base-sepolia.yaml': ['decimals: 6', 'decimals: 18'] },
    back: ['asset-changed'],
  },
});
