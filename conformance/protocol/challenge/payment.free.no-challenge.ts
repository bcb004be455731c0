import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Free operations ask for nothing; a 402 that only tells what could be bought is allowed. */
export const freeNoChallenge: ProtocolCheck = {
  id: 'payment.free.no-challenge',
  async check(run) {
    const free = run.contract.operations.filter(({ auth }) => auth === 'none');
    if (free.length === 0) throw new NotTestable('This host has no free operation.');
    for (const operation of free) {
      const exchange = await run.send(sampleOf(operation));
      const { status } = exchange.received;
      if (status !== 401 && status !== 403) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} is free and refused a caller without credentials.`,
        expected: '200, or 402 with discovery metadata',
        actual: status,
        exchange,
      };
    }
    return { verdict: 'pass', detail: `Free operations asked: ${free.length}.` };
  },
};
