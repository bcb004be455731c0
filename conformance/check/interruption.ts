/** Why a check could not reach its verdict; the runner turns each kind into the verdict it stands for. */

import type { Exchange } from './check.ts';

/** A need of the check is not met on this target: reported as not testable, with the message as the reason. */
export class NotTestable extends Error {
  override readonly name: string = 'NotTestable';
}

/** One more payment would pass the spend cap; nothing was signed. */
export class CapReached extends NotTestable {
  override readonly name = 'CapReached';
}

/** What only a payment can decide comes after all that decides unpaid: the check is made again then. */
export class PaysLater extends Error {
  override readonly name = 'PaysLater';
}

/** The target answered something else than what the check needs before it can judge: reported as an error. */
export class Unexpected extends Error {
  override readonly name = 'Unexpected';
  readonly exchange: Exchange;

  constructor(message: string, exchange: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** The target gave no answer: no connection, no end, or more than the suite reads. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

/** True for an error that says why a check could not reach its verdict; any other is a fault of the check itself. */
export function isInterruption(error: unknown): boolean {
  return [NotTestable, PaysLater, Unexpected, NoAnswer].some((kind) => error instanceof kind);
}
