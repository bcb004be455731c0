import type { Run } from '../check/check.ts';
import { NoResponse, NotTestable } from '../check/interruption.ts';

/** More settlements than a run makes. */
const allSettlements = 100_000;

/** Makes all settlements fail or succeed; false where the target cannot do that: its control API may support `fail` alone. */
export async function setSettlements({ control }: Run, outcome: 'fail' | 'succeed'): Promise<boolean> {
  if (!control?.capabilities.has('settlement')) return false;
  try {
    await control.settlement(outcome, allSettlements);
    return true;
  } catch (error) {
    if (error instanceof NotTestable || error instanceof NoResponse) return false;
    throw error;
  }
}
