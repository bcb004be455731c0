import { AsyncLocalStorage } from 'node:async_hooks';

/** The check on whose behalf something is sent. */
export interface CheckContext {
  /** Aborted when the check's time is up. */
  readonly signal: AbortSignal;
  /** True where the suite waits when the target asks it to; false where a refusal is what the check is after. */
  readonly patient: boolean;
  /** True while everything is asked that can be without paying. */
  readonly unpaid?: boolean;
}

/** The current check; requests sent outside of any check have none. */
export const checkContext: AsyncLocalStorage<CheckContext> = new AsyncLocalStorage<CheckContext>();
