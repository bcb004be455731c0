import type { Received } from '../check.ts';
import { parseJson } from '../http/events.ts';
import type { Budget } from './budget.ts';
import type { Payment } from './wallet.ts';

/** What an answer says of the payment that came with the request. */
export type Fate = 'charged' | 'refused' | 'open';

/** What the run knows of one signed payment. */
interface Entry {
  readonly amount: bigint;
  state: 'held' | 'released' | 'spent';
  inFlight: number;
  /** An answer left open whether the payment will be charged, so that it stays held. */
  open: boolean;
}

/** The names under which a payment may travel. */
export const paymentHeaders: readonly string[] = ['payment-signature', 'x-payment'];

/**
 * Follows every payment that was signed under the cap, by its nonce, until it is charged or refused.
 *
 * It sees each request before it leaves and each answer, whichever check sent it and under whichever header.
 */
export class Purse {
  readonly budget: Budget;
  readonly #entries = new Map<string, Entry>();

  constructor(budget: Budget) {
    this.budget = budget;
  }

  /** Holds the amount of a payment that is about to be signed; throws `CapReached`. */
  reserve(nonce: string, amount: bigint): void {
    this.budget.hold(amount);
    this.#entries.set(nonce, { amount, state: 'held', inFlight: 0, open: false });
  }

  /**
   * Tells that a request leaves and answers what to call with its answer, or without one when none came.
   *
   * A payment that was refused before is held again first; throws `CapReached` when that would pass the cap. `served`
   * is what a successful answer without a receipt means: charged, or open where a later poll charges.
   */
  sending(headers: Readonly<Record<string, string>>, served: Fate): (received?: Received) => void {
    const nonce = nonceOf(headers);
    const entry = nonce === undefined ? undefined : this.#entries.get(nonce);
    if (!entry) return () => {};
    if (entry.state === 'released') {
      this.budget.hold(entry.amount);
      entry.state = 'held';
    }
    entry.inFlight += 1;
    return (received) => this.#answered(entry, received ? fateOf(received, served) : 'open');
  }

  #answered(entry: Entry, fate: Fate): void {
    entry.inFlight -= 1;
    if (fate === 'open') entry.open = true;
    if (entry.state !== 'held') return;
    if (fate === 'charged') {
      entry.state = 'spent';
      this.budget.spend(entry.amount);
    } else if (entry.inFlight === 0 && !entry.open) {
      entry.state = 'released';
      this.budget.release(entry.amount);
    }
  }
}

function fateOf(received: Received, served: Fate): Fate {
  const receipt = received.headers['payment-response'] ?? received.headers['x-payment-response'];
  if (receipt !== undefined) {
    const settled = parseJson(Buffer.from(receipt, 'base64').toString());
    const failed = typeof settled === 'object' && settled !== null && 'success' in settled && settled.success === false;
    if (!failed) return 'charged';
  }
  // 503 says that the outcome of a settlement is not known.
  if (received.status >= 400) return received.status === 503 ? 'open' : 'refused';
  return received.status < 300 ? served : 'open';
}

function nonceOf(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!paymentHeaders.includes(name.toLowerCase())) continue;
    // What is not a payment of ours was never reserved, so a wrong shape finds no entry.
    const payment = parseJson(Buffer.from(value, 'base64').toString()) as Partial<Payment> | null | undefined;
    const nonce = payment?.payload?.authorization?.nonce;
    if (nonce !== undefined) return nonce;
  }
  return undefined;
}
