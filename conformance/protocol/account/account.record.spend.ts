import Fraction from 'fraction.js';
import { isAmount, type Movement, movementIn, openBalance } from '../../account/balance.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Run } from '../../check/run.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';

/** Reads of a balance within which what has ended is recorded. */
const reads = 10;

/** USD from which on an amount differs from nothing in every unit, also in cents. */
const least = new Fraction(1, 50);

/** The recorded spend grows by what calls that have ended take from the available balance. */
export const recordSpend: ProtocolCheck = {
  id: 'account.record.spend',
  async check(run) {
    const balance = await openBalance(run);
    for (const call of endingCalls(run)) await whereItCan(() => balance.send(call));
    let movement: Movement | undefined;
    for (let read = 0; read < reads; read += 1) {
      movement = movementIn(balance.first, await balance.read());
      const fall = movement?.fall;
      if (fall && [...(movement?.risen.values() ?? [])].some((change) => isAmount(change, fall))) break;
    }
    if (!movement) throw new NotTestable('No number of the balance matches the amount that the key was created with.');
    const { fall, risen } = movement;
    if (fall.lt(least)) throw new NotTestable(`The calls cost ${decimalText(fall)} USD, too little to recognize.`);
    if ([...risen.values()].some((change) => isAmount(change, fall)))
      return { verdict: 'pass', detail: `The recorded spend has grown by ${decimalText(fall)} USD.` };
    return {
      verdict: 'fail',
      detail: 'No figure of the balance has grown by what the calls took from the available amount.',
      expected: `recorded spend of ${decimalText(fall)} USD`,
      actual: [...risen].map(([path, change]) => `${path}: ${decimalText(change)}`).join(', ') || 'none has grown',
    };
  },
};

/** The example of one operation of each area; no job is left running. */
function endingCalls(run: Run): readonly Invocation[] {
  const operations = pricedOperations(run).filter(
    ({ machine, irreversible, presence }) => !machine && !irreversible && presence === undefined,
  );
  return [...Map.groupBy(operations, ({ area }) => area).values()].flatMap(([first]) =>
    first ? [sampleOf(first)] : [],
  );
}
