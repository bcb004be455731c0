import { offerOf, readMicro } from '../../calls/challenge.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { encodePayment } from '../../wallet/wallet.ts';

/** Payments of a call by one new wallet whose funds are exactly the amount of one of them. */
export interface Funded {
  /** Values of the payment header, each with an authorization of its own. */
  readonly headers: readonly string[];
  /** Takes one micro-USDC of its funds, or gives it back. */
  setShort(isShort: boolean): Promise<void>;
}

/** Funds a new wallet with exactly what a call costs, and signs payments for it; throws `NotTestable` where that cannot be done. */
export async function fundedWith(run: Run, invocation: Invocation, payments: number): Promise<Funded> {
  const { control } = run;
  if (!control?.capabilities.has('fund')) throw new NotTestable('Only the control API can fund a new wallet.');
  const payer = await run.freshPayer();
  const challenge = await run.challenge(invocation);
  const offer = offerOf(run, challenge);
  const amount = readMicro(offer.amount) ?? challenge.amount;
  const setShort = (isShort: boolean) => control.fund(payer.address, isShort ? amount - 1n : amount);
  await setShort(false);
  const now = await run.now();
  const signed = await Promise.all(Array.from({ length: payments }, () => payer.sign(offer, now)));
  return { headers: signed.map(encodePayment), setShort };
}
