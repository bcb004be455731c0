import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether the suite waits when the target asks it to: not where a refusal is what the check is after, and for seconds
 * only where the check moves the target's clock itself.
 */
export type Patience = boolean | 'shortly';

/**
 * What a check may pay for: nothing while everything is asked that can be without paying, or only what is never charged
 * while settlements are made to fail.
 */
export type Paying = 'nothing' | 'unsettled';

/** The check on whose behalf something is sent. */
export interface CheckContext {
  /** Aborted when the check's time is up. */
  readonly signal: AbortSignal;
  readonly patient: Patience;
  /** What may be paid for; absent where anything may. */
  readonly paying?: Paying;
}

/** The current check; requests sent outside of any check have none. */
export const checkContext: AsyncLocalStorage<CheckContext> = new AsyncLocalStorage<CheckContext>();
