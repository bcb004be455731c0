import { once } from '../common/once.ts';
import type { Change } from './change.ts';
import { underOneBase } from './openapi/one-base.ts';
import { type StandIns, standInsFor, withDigits, withStandIns } from './openapi/stand-ins.ts';
import { underNewNames } from './renamed-hosts.ts';
import type { Side } from './side.ts';
import type { Witness } from './witness.ts';

/** Two sides in the same terms: what is only written in another way is written alike. */
export interface ComparableSides {
  readonly before: Side;
  readonly after: Side;
  /** A change as users read it. */
  readable(change: Change): Change;
  /** A witness that users read, in the terms of these sides. */
  comparable(witness: Witness): Witness;
}

/** Brings two sides into the same terms: ids of hosts, the place where paths begin, and numbers that doubles keep. */
export const comparableSides = once((before: Side) => once((after: Side) => inSameTerms(before, after)));

function inSameTerms(before: Side, after: Side): ComparableSides {
  const standIns = standInsFor(before)(after);
  const [old, now] = underOneBase(encoded(before, standIns), encoded(after, standIns));
  return {
    before: underNewNames(old)(now),
    after: now,
    readable: (change) => (standIns ? withDigits(change, standIns) : change),
    comparable: (witness) => (standIns ? standIns.encoded(witness) : witness),
  };
}

function encoded(side: Side, standIns: StandIns | undefined): Side {
  return standIns ? withStandIns(side, standIns) : side;
}
