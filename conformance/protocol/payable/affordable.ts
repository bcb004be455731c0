import { CapReached, NotTestable } from '../../check/interruption.ts';

/** Does something with one operation of many; `undefined` where this target or the cap leaves that one out. */
export async function whereItCan<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof NotTestable || error instanceof CapReached) return undefined;
    throw error;
  }
}
