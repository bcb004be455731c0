import { CapReached, NotTestable } from '../../check/interruption.ts';

/** Runs an action for one operation of many; `undefined` where it is not testable on this target or under the spend cap. */
export async function whereItCan<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof NotTestable || error instanceof CapReached) return undefined;
    throw error;
  }
}
