/** Why a check could not reach a verdict; the runner turns each kind into the verdict that it stands for. */

import type { Exchange, SentRequest } from './exchange.ts';

/**
 * Why a rule is not judged: the documents leave it open, or state nothing by which it could be seen (`open`); the run lacks
 * a wallet, a key, the control API, a node or a name of the target file (`means`); the target never returned what the
 * check takes, which fails another rule (`unserved`); the suite has no check for it (`suite`); or the requests that the run
 * may send do not suffice for it (`budget`).
 */
export type Reason = (typeof reasons)[number];

/** Every reason, those that leave a run green first. */
export const reasons = ['open', 'means', 'budget', 'unserved', 'suite'] as const;

/** A rule cannot be judged on this target: reported as not testable, with the reason and the message. */
export class NotTestable extends Error {
  override readonly name: string = 'NotTestable';
  readonly reason: Reason;

  constructor(reason: Reason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** One more payment would exceed the spend cap; nothing was signed. */
export class CapReached extends NotTestable {
  override readonly name = 'CapReached';

  constructor(message: string) {
    super('means', message);
  }
}

/** The run has sent as many requests as it may: no check goes on, so that none passes on a part of its requests. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** The clock of the target was moved while a payment was under way: it can be signed again. */
export class ClockMoved extends NotTestable {
  override readonly name = 'ClockMoved';

  constructor(message: string) {
    super('suite', message);
  }
}

/** The check needs a payment, and payments come after all that needs none: the check is repeated then. */
export class PaymentPostponed extends Error {
  override readonly name = 'PaymentPostponed';
}

/** The response is not the one that the check needs before it can judge: reported as an error. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';
  readonly exchange: Exchange;

  constructor(message: string, exchange: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** The target did not respond: no connection, no end, or more than the suite reads. */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  /** Absent where nothing was sent. */
  readonly sent?: SentRequest;

  constructor(message: string, { sent, ...options }: ErrorOptions & { readonly sent?: SentRequest } = {}) {
    super(message, options);
    if (sent) this.sent = sent;
  }
}

/** True for an error that says why a check could not reach a verdict; any other is a fault of the check itself. */
export function isInterruption(error: unknown): boolean {
  return [NotTestable, PaymentPostponed, UnexpectedResponse, NoResponse].some((kind) => error instanceof kind);
}

/** Returns the response of a call that was refused before its payment, instead of throwing; rethrows any other error. */
export function returnResponse(error: unknown): Exchange {
  if (error instanceof UnexpectedResponse) return error.exchange;
  throw error;
}

/** Runs an action for one operation of many; `undefined` where it is not testable on this target or under the spend cap. */
export async function whereItCan<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof NotTestable || error instanceof CapReached) return undefined;
    throw error;
  }
}
