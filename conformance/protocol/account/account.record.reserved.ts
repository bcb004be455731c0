import { changesIn, movementIn, openBalance } from '../../account/balance.ts';
import { ended } from '../../account/ended.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import { isExhausted } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Exchange } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';
import { figureIn } from '../../rates/entries.ts';

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
      if (!movement?.fall.gt(0)) {
        const hidden = await whereItCan(() => hiddenReservation(run, operation, accepted));
        if (hidden) return hidden;
        continue;
      }
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

/** Places of the balance that a key is made with. */
const cents = 2;

/** The failure of a balance that shows nothing of a running job, although the job keeps it from covering a second one. */
async function hiddenReservation(run: Run, operation: Operation, accepted: Exchange): Promise<Outcome | undefined> {
  const price = figureIn(valueAt(accepted.received.json, '/price/amount'));
  if (!price) return undefined;
  const balance = await openBalance(run, price.mul('1.5').ceil(cents));
  const first = await balance.send(sampleOf(operation));
  const changes = changesIn(balance.first, await balance.read());
  const second = await balance.send(sampleOf(operation));
  for (const each of [first, second]) await ended(run, balance, operation, each);
  if (first.received.status !== 202 || changes.size > 0 || !isExhausted(second)) return undefined;
  return {
    verdict: 'fail',
    detail: `A job of ${operation.id} keeps the balance from covering a second one, and the balance does not show it.`,
    expected: 'an open reservation',
    actual: 'the balance of an unused key',
    exchange: second,
  };
}
