import type { ProtocolCheck } from '../protocol-check.ts';
import { unpaidResponses } from './unpaid.ts';

/** Every paid operation returns 402 for a request without payment; it never requires a key or an account. */
export const challengeRequired: ProtocolCheck = {
  id: 'payment.challenge.required',
  async check(run) {
    const responses = await unpaidResponses(run);
    for (const { operation, exchange } of responses) {
      const { status } = exchange.received;
      if (status === 402) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} returned ${status} for a valid request without payment.`,
        expected: 402,
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Paid operations called: ${responses.length}.` };
  },
};
