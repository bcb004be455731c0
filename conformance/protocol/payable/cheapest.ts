import type { Run } from '../../check/check.ts';
import type { Exchange, Invocation, Paid } from '../../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../check/interruption.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Operation } from '../../contract/contract.ts';
import { sampleOf } from '../../requests/sample.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { readMicro } from '../challenge/amounts.ts';
import { challengesOf } from '../challenge/unpaid.ts';

/** The operation that stands for all others in rules of payment itself: the cheapest that settles within its call. */
export const cheapest = oncePerRun(async (run): Promise<Operation> => {
  const challenges = (await challengesOf(run)).filter(
    ({ operation }) => settlesAtOnce(operation) && operation.payers === undefined,
  );
  const [first] = challenges.sort((a, b) => Number(priceOf(a.offers[0]) - priceOf(b.offers[0])));
  if (!first) throw new NotTestable('No paid operation that settles within its call answered with a challenge.');
  return first.operation;
});

/** The first paid call of the run, whatever it was answered with. */
export const firstPaid = oncePerRun(async (run): Promise<Paid> => {
  return run.pay(sampleOf(await cheapest(run)), { wallet: payerOf(run) });
});

/** The positive control: throws unless a valid payment buys a call, for then a refusal says nothing. */
export async function controlPaid(run: Run): Promise<Paid> {
  const paid = await firstPaid(run);
  if (!isServed(paid))
    throw new UnexpectedResponse('A valid payment did not buy the call, so refusals prove nothing.', paid);
  return paid;
}

/** The wallet that pays in this run. */
export function payerOf(run: Run): Wallet {
  if (run.payer) return run.payer;
  throw new NotTestable('There is no wallet to pay with.');
}

/** Sends a call with a payment header. */
export function sendPayment(
  run: Run,
  invocation: Invocation,
  header: string,
  name: 'PAYMENT-SIGNATURE' | 'X-Payment' = 'PAYMENT-SIGNATURE',
): Promise<Exchange> {
  return run.send({ ...invocation, headers: { ...invocation.headers, [name]: header } });
}

/** True for an answer that served the call. */
export function isServed({ received }: Exchange): boolean {
  return received.status >= 200 && received.status < 300;
}

/** True for operations whose payment settles within the call. */
export function settlesAtOnce(operation: Operation): boolean {
  return operation.payment === undefined || operation.payment.settles === 'after-upstream';
}

function priceOf(offer: Readonly<Record<string, unknown>> | undefined): bigint {
  return readMicro(offer?.amount) ?? 0n;
}
