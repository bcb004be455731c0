import type { PaymentProfile } from '../model/types.ts';
import type { ComparedView } from './side.ts';

/** A network on which a host takes payments beside its own. */
export type FurtherNetwork = NonNullable<PaymentProfile['also']>[number];

/** The networks that the first of two hosts takes payments on beside its own, and the second one does not. */
export function networksLeftOut({ host }: ComparedView, other: ComparedView): readonly FurtherNetwork[] {
  const kept = new Set(networksOf(other).map(({ network }) => network));
  return networksOf({ host }).filter(({ network }) => !kept.has(network));
}

/** The networks that both hosts take payments on beside their own, as each has them. */
export function networksKept(one: ComparedView, other: ComparedView): (readonly [FurtherNetwork, FurtherNetwork])[] {
  const known = new Map(networksOf(other).map((each) => [each.network, each]));
  return networksOf(one).flatMap((each) => {
    const namesake = known.get(each.network);
    return namesake ? [[each, namesake] as const] : [];
  });
}

/** The networks that a host takes payments on beside its own, in their order. */
export function networksOf({ host }: Pick<ComparedView, 'host'>): readonly FurtherNetwork[] {
  return host.payment?.also ?? [];
}
