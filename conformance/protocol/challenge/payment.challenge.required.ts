import type { ProtocolCheck } from '../protocol-check.ts';
import { unpaidResponses } from './unpaid.ts';

/** Every paid operation returns 402 for a request without payment; it never requires a key or an account. */
export const challengeRequired: ProtocolCheck = {
  id: 'payment.challenge.required',
  async check(run) {
    const responses = await unpaidResponses(run);
    const [first, ...others] = responses.filter(({ exchange }) => exchange.received.status !== 402);
    if (first) {
      const { status } = first.exchange.received;
      const more = others
        .map(({ operation, exchange }) => `, and ${operation.id} ${exchange.received.status}`)
        .join('');
      return {
        verdict: 'fail',
        detail: `${first.operation.id} returned ${status} for a valid request without payment${more}.`,
        expected: 402,
        actual: status,
        exchange: first.exchange,
      };
    }
    return { verdict: 'pass', detail: `Paid operations called: ${responses.length}.` };
  },
};
