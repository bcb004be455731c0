import type { Outcome } from '../../check/check.ts';
import { NotTestable } from '../../check/interruption.ts';
import { sampleOf } from '../../requests/sample.ts';
import { firstFinding } from '../../run/first-finding.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** Free operations need no credentials; a 402 with discovery metadata is allowed. */
export const freeNoChallenge: ProtocolCheck = {
  id: 'payment.free.no-challenge',
  async check(run) {
    const free = run.contract.operations.filter(({ auth }) => auth === 'none');
    if (free.length === 0) throw new NotTestable('This host has no free operation.');
    const finding = await firstFinding(free, async (operation): Promise<Outcome | undefined> => {
      const exchange = await run.send(sampleOf(operation));
      const { status } = exchange.received;
      if (status !== 401 && status !== 403) return undefined;
      return {
        verdict: 'fail',
        detail: `${operation.id} is free, but a request without credentials was refused.`,
        expected: 'a status other than 401 and 403',
        actual: status,
        exchange,
      };
    });
    return finding ?? { verdict: 'pass', detail: `Free operations called: ${free.length}.` };
  },
};
