import type { Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { controlPaid } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { isLaterPoll, settledCalls } from '../settlement/settled-calls.ts';

/** A payer gets a settlement receipt with what it bought; its format is not stated. */
export const receiptResponse: ProtocolCheck = {
  id: 'payment.receipt.response',
  async check(run) {
    for (const exchange of [await controlPaid(run), ...(await boughtBeside(run))]) {
      const { headers } = exchange.received;
      if (headers['payment-response'] || headers['x-payment-response']) continue;
      return {
        verdict: 'fail',
        detail: 'A paid answer carries neither PAYMENT-RESPONSE nor X-Payment-Response.',
        expected: 'a settlement receipt in either header',
        actual: Object.keys(headers),
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** Answers of the other paid operations, where buying them costs nothing. */
async function boughtBeside(run: Run): Promise<readonly Exchange[]> {
  if (!run.control?.capabilities.has('ledger')) return [];
  return (await settledCalls(run)).map(({ exchange }) => exchange).filter((exchange) => !isLaterPoll(exchange));
}
