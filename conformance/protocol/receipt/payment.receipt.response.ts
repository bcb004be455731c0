import { controlPaid } from '../../calls/cheapest.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Exchange } from '../../http/exchange.ts';
import { answersOf, type Observed } from '../../requests/observed.ts';
import { isLaterPoll, settledCalls } from '../settlement/settled-calls.ts';

/** The response to a paid call has a settlement receipt; its format is not stated. */
export const receiptResponse: ProtocolCheck = {
  id: 'payment.receipt.response',
  async check(run) {
    for (const exchange of [await controlPaid(run), ...(await otherPaidResponses(run)), ...settlingPolls(run)]) {
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

/** The polls of the run so far that settled a job. */
function settlingPolls(run: Run): readonly Exchange[] {
  const polls = run.contract.operations.filter(({ machine }) => machine?.role === 'poll');
  const settling = polls.flatMap((operation) => answersOf(run, operation)).filter(isSettlingPoll);
  return settling.map(({ exchange }) => exchange);
}

/** True for the poll that settles its job, which it reports as such: later ones are `already_settled`. */
function isSettlingPoll({ exchange: { received } }: Observed): boolean {
  return received.status === 200 && valueAt(received.json, '/payment/status') === 'settled';
}
