/** The lifecycles of what every paid call has, on which the runtime acts; the spec gives their transitions. */

import type { Machine } from '../operation/machine.ts';
import type { ClaimState } from '../store/claims.ts';

/** What a settlement that was lost sight of has to know. */
export interface ClaimFacts {
  /** `held`: a job keeps the claim beyond its call. */
  readonly payment: { readonly held: boolean };
}

/** Events of a payment. `found` and `lost` are results of looking up a settlement whose end was not recorded. */
export type PaymentEvent = 'claim' | 'settle' | 'transferred' | 'refused' | 'found' | 'lost' | 'deliver' | 'release';

/** The machines of one gateway; those that the spec gives fit these types or do not compile. */
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
