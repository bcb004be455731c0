import { movementIn, openBalance } from '../../account/balance.ts';
import { ended } from '../../account/ended.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import { NotTestable } from '../../check/interruption.ts';
import { decimalText } from '../../oracle/exact.ts';
import { sampleOf } from '../../requests/sample.ts';
import { whereItCan } from '../payable/affordable.ts';
import type { ProtocolCheck } from '../protocol-check.ts';

/** While a job runs, what it takes from the available balance is recorded as spend or as an open reservation. */
export const recordReserved: ProtocolCheck = {
  id: 'account.record.reserved',
  async check(run) {
    const judged: string[] = [];
    for (const operation of pricedOperations(run)) {
      if (operation.machine?.role !== 'create') continue;
      const balance = await openBalance(run);
      const accepted = await whereItCan(() => balance.send(sampleOf(operation)));
      if (accepted?.received.status !== 202) continue;
      const movement = movementIn(balance.first, await balance.read());
      await ended(run, balance, operation, accepted);
      if (!movement?.fall.gt(0)) continue;
      judged.push(operation.id);
      if (movement.risen.size > 0) continue;
      return {
        verdict: 'fail',
        detail: `While a job of ${operation.id} runs, no figure of the balance shows what has left the available amount.`,
        expected: `${decimalText(movement.fall)} USD of open reservations or recorded spend`,
        actual: 'no figure has grown',
        exchange: accepted,
      };
    }
    if (judged.length === 0) throw new NotTestable('No running job takes anything from the available balance.');
    return { verdict: 'pass', operations: judged };
  },
};
