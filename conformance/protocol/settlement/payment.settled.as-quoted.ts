import type { ProtocolCheck } from '../../check/family.ts';
import { settledCalls } from './settled-calls.ts';
import { transferMismatch } from './transfer-mismatch.ts';

/** The settled amount matches the challenge exactly. */
export const settledAsQuoted: ProtocolCheck = {
  id: 'payment.settled.as-quoted',
  async check(run) {
    const calls = await settledCalls(run);
    for (const call of calls) {
      for (const transfer of call.transfers) {
        const mismatch = transferMismatch(run, call, transfer);
        if (mismatch) return { verdict: 'fail', ...mismatch, exchange: call.exchange };
      }
    }
    const detail = `Settlements compared: ${calls.flatMap(({ transfers }) => transfers).length}.`;
    return { verdict: 'pass', detail, operations: calls.map(({ operation }) => operation.id) };
  },
};
