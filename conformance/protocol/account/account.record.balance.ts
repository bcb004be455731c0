import Fraction from 'fraction.js';
import { reservedPathsOf } from '../../account/account.ts';
import { changesIn, openBalance } from '../../account/balance.ts';
import { racers } from '../../calls/control.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf } from '../../common/json.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';

/** Reads of a balance within which what has ended is settled. */
const reads = 10;

/** When calls have ended, nothing of the balance stays set aside: after streams, refusals, and calls at once. */
export const recordBalance: ProtocolCheck = {
  id: 'account.record.balance',
  async check(run) {
    const reserved = await reservedPathsOf(run);
    if (reserved.size === 0) throw new NotTestable('No figure of the balance shows what a running job reserves.');
    const judged: string[] = [];
    for (const [name, calls] of endingCalls(run)) {
      const balance = await openBalance(run);
      const exchanges = await Promise.all(calls.map((call) => balance.send(call)));
      let changes = changesIn(balance.first, await balance.read());
      const left = () => [...reserved].find((path) => changes.has(path));
      // A reservation may end a moment after the response.
      for (let read = 0; left() !== undefined && read < reads; read += 1) {
        changes = changesIn(balance.first, await balance.read());
      }
      const open = left();
      const [exchange] = exchanges;
      if (open !== undefined && exchange) {
        const amount = decimalText(changes.get(open) ?? new Fraction(0));
        const detail = `An open reservation is left after ${name}, in ${open} of the balance.`;
        return { verdict: 'fail', detail, expected: '0', actual: amount, exchange };
      }
      judged.push(name);
    }
    return { verdict: 'pass', detail: `Nothing stays reserved after ${judged.join(', ')}.` };
  },
};

/** Calls of which none is under way when their responses have ended. */
function endingCalls({ contract }: Run): readonly (readonly [string, readonly Invocation[]])[] {
  const operation = contract.operations.find(
    ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
  );
  if (!operation) throw new NotTestable('No operation of this host streams.');
  const call = sampleOf(operation);
  const streamed = sampleOf(operation, { body: { ...fieldsOf(call.body), stream: true } });
  const at = (made: Invocation, count: number) => Array.from({ length: count }, () => made);
  return [
    [`a call of ${operation.id}`, [call]],
    [`a stream of ${operation.id}`, [streamed]],
    [`${racers} calls at once`, at(call, racers)],
    [`${racers} streams at once`, at(streamed, racers)],
  ];
}
