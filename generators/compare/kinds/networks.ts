import type { PaymentProfile } from '../../model/types.ts';
import type { Context, ChangeDetails } from '../kind.ts';
import type { ComparedView } from '../side.ts';

/** An additional network on which a host takes payments. */
export type FurtherNetwork = NonNullable<PaymentProfile['also']>[number];

/** The additional networks of the first of two hosts that the second one does not have. */
export function networksLeftOut({ host }: ComparedView, other: ComparedView): readonly FurtherNetwork[] {
  const kept = new Set(networksOf(other).map(({ network }) => network));
  return networksOf({ host }).filter(({ network }) => !kept.has(network));
}

/** The additional networks that both hosts have, as each has them. */
export function networksKept(one: ComparedView, other: ComparedView): (readonly [FurtherNetwork, FurtherNetwork])[] {
  const known = new Map(networksOf(other).map((each) => [each.network, each]));
  return networksOf(one).flatMap((each) => {
    const namesake = known.get(each.network);
    return namesake ? [[each, namesake] as const] : [];
  });
}

/** The additional networks of a host, in their order. */
export function networksOf({ host }: Pick<ComparedView, 'host'>): readonly FurtherNetwork[] {
  return host.payment?.also ?? [];
}

/**
 * The place of a change of how a host is paid: in the file of the network, unless the host names another network.
 *
 * `also` is the CAIP-2 id of an additional network of the host.
 */
export function networkPlace(
  path: readonly string[],
  host: string,
  { before, after }: Context,
  also?: string,
): Pick<ChangeDetails, 'entry' | 'path'> {
  const entry = `network-of/${host}${also === undefined ? '' : `/${also}`}`;
  const [was, is] = [before.place(entry), after.place(entry)];
  return was && was.file === is?.file
    ? { entry, path }
    : { path: ['payment', also === undefined ? 'network' : 'also'] };
}
