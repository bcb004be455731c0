import { cheapest, isServed, payerOf } from '../../calls/cheapest.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { parseJson } from '../../http/events.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { UnexpectedResponse } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import type { Payment, Wallet } from '../../wallet/wallet.ts';

/** A payment that has bought a call, and the call. */
export interface UsedPayment {
  readonly invocation: Invocation;
  readonly header: string;
  readonly payment: Payment;
  readonly payer: Wallet;
  readonly exchange: Exchange;
}

/** Buys the cheapest call; its payment must buy nothing more. */
export async function usePayment(run: Run): Promise<UsedPayment> {
  const payer = payerOf(run);
  const invocation = sampleOf(await cheapest(run));
  const paid = await run.pay(invocation, { wallet: payer });
  if (!isServed(paid))
    throw new UnexpectedResponse('A call with a valid payment was not served, so its replay proves nothing.', paid);
  // The suite has encoded this header itself.
  const payment = parseJson(Buffer.from(paid.header, 'base64').toString()) as Payment;
  return { invocation, header: paid.header, payment, payer, exchange: paid };
}

/** The failure of a used payment that bought another call; `undefined` where it bought none. */
export function replayFailure(how: string, exchange: Exchange): Outcome | undefined {
  if (!isServed(exchange)) return undefined;
  return {
    verdict: 'fail',
    detail: `A used payment ${how} bought another call.`,
    expected: 402,
    actual: exchange.received.status,
    exchange,
  };
}
