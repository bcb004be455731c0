import { describe, expect, test } from 'vitest';
import { ledgerOf } from '../calls/control.ts';
import type { ReceivedResponse, SentRequest } from '../http/exchange.ts';
import { CapReached } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { Secrets } from '../report/secrets.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { referenceRun } from '../testing/reference/run.ts';
import { Budget } from './budget.ts';
import { type PaymentState, SpendTracker } from './spend-tracker.ts';

const inFlight = 20;

/** The result of concurrent calls under one spend tracker. */
interface Spending {
  /** Micro-USDC that left the wallet, by the gateway's ledger. */
  readonly settled: bigint;
  /** Payments that were signed: anyone who has one could redeem it. */
  readonly signed: number;
  /** Calls that the cap prevented. */
  readonly prevented: number;
}

/** Counts the signatures that a run makes. */
class Witness extends Secrets {
  signatures = 0;

  override add(name: string, secret: string): void {
    if (secret.startsWith('0x')) this.signatures += 1;
    super.add(name, secret);
  }
}

async function spendAtOnce(spending: SpendTracker): Promise<Spending> {
  const witness = new Witness();
  const run = referenceRun({}, 'controlled', referenceContract, { spending, secrets: witness });
  const invocation = sampleOf(run.operation('small'));
  const calls = await Promise.allSettled(Array.from({ length: inFlight }, () => run.pay(invocation)));
  const errors = calls.flatMap((call) => (call.status === 'rejected' ? [call.reason] : []));
  for (const error of errors) expect(error).toBeInstanceOf(CapReached);
  const transfers = await ledgerOf(run, run.payer?.address ?? '');
  const settled = transfers.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return { settled, signed: witness.signatures, prevented: errors.length };
}

/** Holds the amount after signing: payments above the cap are signed, although the suite does not send them. */
class LateTracker extends SpendTracker {
  readonly #signed = new Map<string, readonly [amount: bigint, payer: string]>();

  override reserve(nonce: string, amount: bigint, payer: string): void {
    this.#signed.set(nonce, [amount, payer]);
  }

  override sending(payment: SentRequest['payment'], served: PaymentState, operation: string) {
    const signed = payment && [...this.#signed].find(([nonce]) => atob(payment.value).includes(nonce));
    if (signed) super.reserve(signed[0], ...signed[1]);
    return super.sending(payment, served, operation);
  }
}

/** Compares each payment with the charges so far and holds nothing, so that concurrent calls ignore each other. */
class ForgetfulTracker extends SpendTracker {
  #amount = 0n;

  override reserve(_nonce: string, amount: bigint): void {
    this.budget.hold(amount);
    this.budget.release(amount);
    this.#amount = amount;
  }

  override sending(payment: SentRequest['payment']): (received?: ReceivedResponse) => void {
    return (received) => {
      if (payment && received?.status === 200) this.budget.charge(this.#amount);
    };
  }
}

async function priceOf(): Promise<bigint> {
  const run = referenceRun();
  return (await run.challenge(sampleOf(run.operation('small')))).amount;
}

describe('SpendTracker', () => {
  test('never exceeds the cap with 20 requests in flight, not by one micro-USDC', async () => {
    const price = await priceOf();
    expect(price).toBeGreaterThan(1n);
    for (const [cap, bought] of [
      [price * 7n - 1n, 6],
      [price * 7n, 7],
      [price * 8n - 1n, 7],
      [price - 1n, 0],
      [price * 20n, 20],
    ] as const) {
      const spending = await spendAtOnce(new SpendTracker(new Budget(cap)));
      expect(spending).toEqual({ settled: price * BigInt(bought), signed: bought, prevented: inFlight - bought });
    }
  });

  test.each([
    ['checks the cap after it signs', LateTracker],
    ['compares each request alone and holds nothing', ForgetfulTracker],
  ])('differs from one that %s: the same calls exceed the cap', async (_, Broken) => {
    const price = await priceOf();
    const cap = price * 7n;
    const { settled, signed } = await spendAtOnce(new Broken(new Budget(cap)));
    expect(settled > cap || price * BigInt(signed) > cap).toBe(true);
  });
});
