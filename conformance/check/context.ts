import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether the suite waits for rate limits: not where the check judges that refusal, and only for seconds (`shortly`)
 * where the check moves the target's clock itself.
 */
export type Patience = boolean | 'shortly';

/**
 * What a check may pay for: nothing while all unpaid requests are made, or only what is not charged because settlements
 * are made to fail (`unsettled`).
 */
export type Paying = 'nothing' | 'unsettled';

/** The check for which requests are sent. */
export interface CheckContext {
  /** Aborted when the check times out. */
  readonly signal: AbortSignal;
  readonly patient: Patience;
  /** What may be paid for; absent for everything. */
  readonly paying?: Paying;
  /** True where others run at the same time: unless it passes, the check is made again alone. */
  readonly beside?: true;
}

/** The current check; requests sent outside of any check have none. */
export const checkContext: AsyncLocalStorage<CheckContext> = new AsyncLocalStorage<CheckContext>();
