import type { Run } from '../../check/check.ts';
import type { Exchange } from '../../check/exchange.ts';
import { controlPaid } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';
import { isLaterPoll, settledCalls } from '../settlement/settled-calls.ts';

/** The response to a paid call has a settlement receipt; its format is not stated. */
export const receiptResponse: ProtocolCheck = {
  id: 'payment.receipt.response',
  async check(run) {
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run))]) {
      const { headers } = exchange.received;
      if (headers['payment-response'] || headers['x-payment-response']) continue;
      return {
        verdict: 'fail',
        detail: 'The response to a paid call has neither PAYMENT-RESPONSE nor X-Payment-Response.',
        expected: 'a settlement receipt in either header',
        actual: Object.keys(headers),
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};

/** Responses of the other paid operations, where they are paid with test money. */
export async function otherPaidResponses(run: Run): Promise<readonly Exchange[]> {
  if (!run.control?.capabilities.has('ledger')) return [];
  return (await settledCalls(run)).map(({ exchange }) => exchange).filter((exchange) => !isLaterPoll(exchange));
}
