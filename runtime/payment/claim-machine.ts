/** The life of a claimed payment, from its claim to its settlement or release. */

import { defineMachine } from '../operation/machine.ts';
import type { ClaimState } from '../store/claims.ts';

/** The facts that guards of a claim read. */
interface ClaimFacts {
  /** A job keeps the claim beyond its call. */
  readonly held: boolean;
}

/** Events of a claim. `found` and `lost` are the results of looking up a settlement with an unknown outcome. */
export type ClaimEvent = 'settle' | 'transferred' | 'refused' | 'found' | 'lost' | 'deliver' | 'release';

const held = (facts: ClaimFacts) => facts.held;
const free = (facts: ClaimFacts) => !facts.held;

/** How claims move. Which of their states a repeated request may take up again is stated by the transport of the host. */
export const claimMachine = defineMachine<ClaimState, ClaimEvent, never, ClaimFacts>({
  id: 'claim',
  initial: 'claimed',
  states: {
    claimed: { summary: 'Verified and claimed for one request before the upstream is called' },
    settling: { summary: 'A settlement was started and its outcome is not recorded yet' },
    owed: { summary: 'Paid, and its response is not delivered yet' },
    settled: { summary: 'Paid, and delivered or kept by a job' },
    released: { summary: 'Not charged' },
  },
  transitions: [
    { id: 'claimed.settle', from: ['claimed'], on: 'settle', to: 'settling' },
    { id: 'settling.transferred.settled', from: ['settling'], on: 'transferred', guard: held, to: 'settled' },
    { id: 'settling.transferred.owed', from: ['settling'], on: 'transferred', guard: free, to: 'owed' },
    { id: 'settling.refused', from: ['settling'], on: 'refused', to: 'claimed' },
    { id: 'settling.found', from: ['settling'], on: 'found', to: 'owed' },
    { id: 'settling.lost.claimed', from: ['settling'], on: 'lost', guard: held, to: 'claimed' },
    { id: 'settling.lost.released', from: ['settling'], on: 'lost', guard: free, to: 'released' },
    { id: 'owed.deliver', from: ['owed'], on: 'deliver', to: 'settled' },
    { id: 'owed.settle', from: ['owed'], on: 'settle', guard: held, to: 'settled' },
    { id: 'claimed.release', from: ['claimed'], on: 'release', to: 'released' },
    { id: 'settled.release', from: ['settled'], on: 'release', to: 'owed' },
  ],
});
