import type { ProtocolCheck } from '../protocol-check.ts';
import { settledCalls } from './settled-calls.ts';
import { transferFault } from './transfer-fault.ts';

/** What leaves the wallet is what the challenge asked for, to the last micro-USDC. */
export const settledAsQuoted: ProtocolCheck = {
  id: 'payment.settled.as-quoted',
  async check(run) {
    const calls = await settledCalls(run);
    for (const call of calls) {
      for (const transfer of call.transfers) {
        const fault = transferFault(run, call, transfer);
        if (fault) return { verdict: 'fail', ...fault, exchange: call.exchange };
      }
    }
    const detail = `Settlements compared: ${calls.flatMap(({ transfers }) => transfers).length}.`;
    return { verdict: 'pass', detail, operations: calls.map(({ operation }) => operation.id) };
  },
};
