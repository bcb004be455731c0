import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import type { Operation } from '../contract/contract.ts';
import type { Exchange, Invocation, PaidCall } from '../http/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { transportOf } from '../http/payment-headers.ts';
import { sampleOf } from '../http/sample.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { readMicro } from './challenge.ts';
import { challengesOf } from './unpaid.ts';

/** The cheapest operation that settles within its call; rules of payment are tested on it. */
export async function cheapest(run: Run): Promise<Operation> {
  const [first] = await cheapestOfAreas(run);
  if (!first) throw new NotTestable('unserved', 'No paid operation that settles within its call returned a challenge.');
  return first;
}

/** The cheapest operation of each area that settles within its call, the cheapest of all first. */
export const cheapestOfAreas = oncePerRun(async (run): Promise<readonly Operation[]> => {
  const challenges = (await challengesOf(run)).filter(
    ({ operation }) => settlesAtOnce(operation) && operation.payers === undefined,
  );
  const sorted = challenges.toSorted((a, b) => Number(priceOf(a.offers[0]) - priceOf(b.offers[0])));
  return [...Map.groupBy(sorted, ({ operation }) => operation.area).values()].flatMap(([first]) =>
    first ? [first.operation] : [],
  );
});

/** The first paid call of the run, whatever its response. */
export const firstPaid = oncePerRun(async (run): Promise<PaidCall> => {
  return run.pay(sampleOf(await cheapest(run)), { wallet: payerOf(run) });
});

/** The positive control: throws unless a call with a valid payment is served: without that, a refusal proves nothing. */
export async function controlPaid(run: Run): Promise<PaidCall> {
  const paid = await firstPaid(run);
  if (!isServed(paid))
    throw new UnexpectedResponse('A call with a valid payment was not served, so refusals prove nothing.', paid);
  return paid;
}

/** The wallet that pays in this run. */
export function payerOf(run: Run): Wallet {
  if (run.payer) return run.payer;
  throw new NotTestable('means', 'The run has no wallet.');
}

/** Sends a call with a payment, in the preferred header or in another one. */
export function sendPayment(
  run: Run,
  invocation: Invocation,
  header: string,
  name: string = transportOf(run.contract).payment.headers[0],
): Promise<Exchange> {
  return run.send({ ...invocation, headers: { ...invocation.headers, [name]: header } });
}

/** True for a response that served the call. */
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
