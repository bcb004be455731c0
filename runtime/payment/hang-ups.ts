import { type Clock, isRunning } from '../system/clock.ts';

/** Calls in one window that are not charged when their caller hangs up: of one payer, and of all payers. */
const free = { each: 10, all: 1000 };

/** Milliseconds of a window. */
const window = 60 * 60 * 1000;

/**
 * Counts callers that hang up before their answer, although the service has paid its provider.
 *
 * The first few calls are not charged, because a connection may break. Further calls are charged, and owed their answer.
 */
export interface HangUps {
  /** Counts one call; returns false when the payer, or all payers together, have used up the free ones. */
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
      if (!isRunning(started, window, now)) {
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
