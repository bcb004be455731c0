/** Lifecycles of streams and balances. The specification states their transitions, and the runtime acts on them. */

import { defineMachine, type Machine, type Transition } from '../operation/machine.ts';

/** The machines of one gateway. The generated ones must fit these types to compile. */
export interface Lifecycles {
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

const covered = ({ balance }: { readonly balance: { readonly covered: boolean } }) => balance.covered;

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
export const defaultLifecycles: Lifecycles = { stream, balance };
