import type { ProtocolCheck } from '../protocol-check.ts';
import { unpaidAnswers } from './unpaid.ts';

/** Every paid operation asks for payment with 402; a key or an account is never asked for. */
export const challengeRequired: ProtocolCheck = {
  id: 'payment.challenge.required',
  async check(run) {
    const answers = await unpaidAnswers(run);
    for (const { operation, exchange } of answers) {
      const { status } = exchange.received;
      if (status === 402) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} answered ${status} to a valid request without payment.`,
        expected: 402,
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Paid operations asked: ${answers.length}.` };
  },
};
