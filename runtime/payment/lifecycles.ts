/** Lifecycles of payments, streams and balances. The specification states their transitions, and the runtime acts on them. */

import { defineMachine, type Machine, type Transition } from '../operation/machine.ts';
import type { ClaimState } from '../store/claims.ts';

/** The facts that guards of a claim read. */
export interface ClaimFacts {
  /** `held`: a job keeps the claim beyond its call. */
  readonly payment: { readonly held: boolean };
}

/** Events of a payment. `found` and `lost` are the results of looking up a settlement with an unknown outcome. */
export type PaymentEvent = 'claim' | 'settle' | 'transferred' | 'refused' | 'found' | 'lost' | 'deliver' | 'release';

/** The machines of one gateway. The generated ones must fit these types to compile. */
export interface Lifecycles {
  readonly payment: Machine<ClaimState, PaymentEvent, string, ClaimFacts>;
  readonly stream: Machine<
    'open' | 'ended' | 'whole' | 'cut',
    'upstream.ended' | 'upstream.cut' | 'charged' | 'refused',
    'settle-once' | 'release' | 'last-event' | 'error-event',
    Readonly<Record<string, never>>
  >;
  readonly balance: Machine<
    'asked' | 'refused' | 'reserved' | 'charged' | 'released',
    'reserve' | 'succeed' | 'fail',
    string,
    { readonly balance: { readonly covered: boolean } }
  >;
}

const open = { summary: 'open', final: false };
const end = { summary: 'end', final: true };

/** Creates a transition. */
function way<S extends string, E extends string, F extends string, Facts>(
  from: S,
  on: E,
  to: S,
  effects: readonly F[] = [],
  guard?: (facts: Facts) => boolean,
): Transition<S, E, F, Facts> {
  return { id: `${from}.${on}`, from: [from], on, to, effects, ...(guard && { guard }) };
}

const held = ({ payment }: ClaimFacts) => payment.held;
const covered = ({ balance }: { readonly balance: { readonly covered: boolean } }) => balance.covered;

const payment: Lifecycles['payment'] = defineMachine({
  id: 'payment',
  initial: 'claimed',
  states: { claimed: open, settling: open, settled: open, owed: open, released: open },
  transitions: [
    way('claimed', 'settle', 'settling'),
    way('settling', 'transferred', 'settled', [], held),
    way('settling', 'transferred', 'owed', [], (facts: ClaimFacts) => !held(facts)),
    way('settling', 'refused', 'claimed'),
    way('settling', 'found', 'owed'),
    way('settling', 'lost', 'claimed', [], held),
    way('settling', 'lost', 'released', [], (facts: ClaimFacts) => !held(facts)),
    way('claimed', 'release', 'released'),
    way('settled', 'release', 'owed'),
    way('owed', 'deliver', 'settled'),
    way('owed', 'settle', 'settled', [], held),
    way('released', 'claim', 'claimed'),
    way('owed', 'claim', 'owed'),
  ],
});

const stream: Lifecycles['stream'] = defineMachine({
  id: 'stream',
  initial: 'open',
  states: { open, ended: open, whole: end, cut: end },
  transitions: [
    way('open', 'upstream.ended', 'ended', ['settle-once']),
    way('ended', 'charged', 'whole', ['last-event']),
    way('ended', 'refused', 'cut', ['release', 'error-event']),
    way('open', 'upstream.cut', 'cut', ['release', 'error-event']),
  ],
});

const balance: Lifecycles['balance'] = defineMachine({
  id: 'balance',
  initial: 'asked',
  states: { asked: open, refused: end, reserved: open, charged: end, released: end },
  transitions: [
    way('asked', 'reserve', 'reserved', [], covered),
    way('asked', 'reserve', 'refused', [], (facts) => !covered(facts)),
    way('reserved', 'succeed', 'charged'),
    way('reserved', 'fail', 'released'),
  ],
});

/** The lifecycles of a gateway whose specification states none. */
export const defaultLifecycles: Lifecycles = { payment, stream, balance };
