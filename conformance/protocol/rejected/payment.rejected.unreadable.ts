import { fieldsOf } from '../../json/json.ts';
import { sampleOf } from '../../requests/sample.ts';
import { cheapest, isServed, sendPayment } from '../payable/cheapest.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Values of a payment header that are no payment in any reading, by what they are. */
const headers = {
  'text that is not base64': '(no base64)',
  'base64 of text that is not JSON': Buffer.from('no payment').toString('base64'),
  'base64 of an empty object': Buffer.from('{}').toString('base64'),
};

/** A payment header that cannot be read is not served, and not taken for an absent one. */
export const rejectedUnreadable: ProtocolCheck = {
  id: 'payment.rejected.unreadable',
  async check(run) {
    const invocation = sampleOf(await cheapest(run));
    for (const [what, header] of Object.entries(headers)) {
      const exchange = await sendPayment(run, invocation, header);
      const { status, json } = exchange.received;
      const { error, code } = fieldsOf(json);
      // Question unreadable-payment: it may also count as an invalid part of the request.
      if (status === 400 || (status === 402 && error === 'Payment verification failed')) continue;
      return {
        verdict: 'fail',
        detail: isServed(exchange)
          ? `A call was served with a payment header that is ${what}.`
          : `The refusal of a payment header that is ${what} does not match.`,
        expected: { status: 402, error: 'Payment verification failed' },
        actual: { status, error, code },
        ...(status === 402 && { at: '/error' }),
        exchange,
      };
    }
    return { verdict: 'pass' };
  },
};
