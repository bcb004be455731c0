import type { ProtocolCheck } from '../../check/family.ts';
import { settledCalls } from './settled-calls.ts';

/** Every paid operation settles each served call once, also when the payment is sent again. */
export const settledExactlyOnce: ProtocolCheck = {
  id: 'payment.settled.exactly-once',
  async check(run) {
    const calls = await settledCalls(run);
    for (const { operation, exchange, transfers } of calls) {
      if (transfers.length === 1) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} settled ${transfers.length} times for one payment that was sent several times.`,
        expected: 1,
        actual: transfers,
        exchange,
      };
    }
    const operations = calls.map(({ operation }) => operation.id);
    return { verdict: 'pass', detail: `Paid operations called: ${calls.length}.`, operations };
  },
};
