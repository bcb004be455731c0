import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Whether the suite waits for rate limits: not where the check judges that refusal, and only for seconds (`shortly`)
 * where the check moves the target's clock itself.
 */
export type Patience = boolean | 'shortly';

/**
 * The payments that a check may make: none while all unpaid requests are sent, or only those that are not charged because settlements
 * are made to fail (`unsettled`).
 */
export type Paying = 'nothing' | 'unsettled';

/** The check for which requests are sent. */
export interface CheckContext {
  /** Aborted when the check times out. */
  readonly signal: AbortSignal;
  readonly patient: Patience;
  /** The payments that it may make; absent where it may make all. */
  readonly paying?: Paying;
  /** True where others run at the same time: unless it passes, the check is repeated alone. */
  readonly beside?: true;
  /** Takes the milliseconds that a request waited for its turn, which do not count as time of the check. */
  readonly waited?: (milliseconds: number) => void;
  /** Takes the milliseconds of each response: a check that gets responses does not hang, so they put its timeout off. */
  readonly answered?: (milliseconds: number) => void;
}

/** The current check; requests sent outside of any check have none. */
export const checkContext: AsyncLocalStorage<CheckContext> = new AsyncLocalStorage<CheckContext>();

/** Does work, and measures it without the milliseconds that its requests waited for their turn. */
export async function timed<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly milliseconds: number }> {
  const context = checkContext.getStore();
  let waiting = 0;
  const waited = (milliseconds: number) => {
    waiting += milliseconds;
    context?.waited?.(milliseconds);
  };
  const started = performance.now();
  const alone = { signal: new AbortController().signal, patient: false };
  const result = await checkContext.run({ ...alone, ...context, waited }, work);
  return { result, milliseconds: performance.now() - started - waiting };
}
