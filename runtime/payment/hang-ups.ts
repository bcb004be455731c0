import type { Clock } from '../system/clock.ts';

/** Calls that may be left before their answer without being charged, in one window: of one payer, and of all. */
const free = { each: 10, all: 1000 };

/** Milliseconds of a window. */
const window = 60 * 60 * 1000;

/**
 * Counts callers that hang up before their answer, whose call the service has paid for at its provider.
 *
 * A few are not charged, since a connection may break. Those beyond are charged, and owed their answer.
 */
export interface HangUps {
  /** Counts one; false when the payer, or all together, have had as many as are free. */
  isFree(payer: string): boolean;
}

/** Creates the counts of one gateway process. */
export function createHangUps(clock: Clock): HangUps {
  let started = Number.NEGATIVE_INFINITY;
  let all = 0;
  let each = new Map<string, number>();
  return {
    isFree(payer) {
      const now = clock.now();
      if (now - started >= window) {
        started = now;
        all = 0;
        each = new Map();
      }
      const own = each.get(payer) ?? 0;
      if (own >= free.each || all >= free.all) return false;
      each.set(payer, own + 1);
      all += 1;
      return true;
    },
  };
}
