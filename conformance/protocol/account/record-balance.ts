import Fraction from 'fraction.js';
import { reservedPathsOf } from '../../account/account.ts';
import { changesIn, isAmount, type Movement, movementIn, openBalance } from '../../account/balance.ts';
import { ended } from '../../account/ended.ts';
import { pricedOperations } from '../../account/raced-calls.ts';
import { racers } from '../../calls/control.ts';
import { isExhausted } from '../../calls/funds.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { fieldsOf, valueAt } from '../../common/json.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { leavesPaymentOpen } from '../../machine/accepted.ts';
import { decimalText } from '../../oracle/exact.ts';
import { figureIn } from '../../rates/entries.ts';

/** Reads of a balance until ended calls must be settled. */
const maxReads = 10;

/** When calls have ended, nothing of the balance stays set aside: after streams, refusals, and calls at once. */
const recordBalance: ProtocolCheck = {
  id: 'account.record.balance',
  async check(run) {
    const reserved = await reservedPathsOf(run);
    if (reserved.size === 0)
      throw new NotTestable('open', 'No figure of the balance shows what a running job reserves.');
    const judged: string[] = [];
    for (const [name, calls] of callsThatEnd(run)) {
      const balance = await openBalance(run);
      const exchanges = await Promise.all(calls.map((call) => balance.send(call)));
      let changes = changesIn(balance.first, await balance.read());
      const left = () => [...reserved].find((path) => changes.has(path));
      // A reservation may end a moment after the response.
      for (let read = 0; left() !== undefined && read < maxReads; read += 1) {
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

/** Calls that end with their responses. */
function callsThatEnd({ contract }: Run): readonly (readonly [string, readonly Invocation[]])[] {
  const operation = contract.operations.find(
    ({ auth, price, closed, machine, stream }) => auth === 'key' && price && !closed && !machine && stream,
  );
  if (!operation) throw new NotTestable('open', 'No operation of this host streams.');
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

/** While a job runs, what it takes from the available balance is recorded as spend or as an open reservation. */
const recordReserved: ProtocolCheck = {
  id: 'account.record.reserved',
  async check(run) {
    const judged: string[] = [];
    for (const operation of pricedOperations(run)) {
      if (operation.machine?.role !== 'create') continue;
      const balance = await openBalance(run);
      const accepted = await whereItCan(() => balance.send(sampleOf(operation)));
      if (!accepted || !leavesPaymentOpen(run.contract, operation, accepted)) continue;
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
    if (judged.length === 0) throw new NotTestable('open', 'No running job takes anything from the available balance.');
    return { verdict: 'pass', operations: judged };
  },
};

/** Decimal places of the balance of a new key. */
const cents = 2;

/** Fails a balance that does not show a running job, although the job keeps it from covering a second one. */
async function hiddenReservation(run: Run, operation: Operation, accepted: Exchange): Promise<Outcome | undefined> {
  const price = figureIn(valueAt(accepted.received.json, '/price/amount'));
  if (!price) return undefined;
  const balance = await openBalance(run, price.mul('1.5').ceil(cents));
  const first = await balance.send(sampleOf(operation));
  const changes = changesIn(balance.first, await balance.read());
  const second = await balance.send(sampleOf(operation));
  for (const each of [first, second]) await ended(run, balance, operation, each);
  if (!leavesPaymentOpen(run.contract, operation, first) || changes.size > 0 || !isExhausted(second)) return undefined;
  return {
    verdict: 'fail',
    detail: `A job of ${operation.id} keeps the balance from covering a second one, and the balance does not show it.`,
    expected: 'an open reservation',
    actual: 'the balance of an unused key',
    exchange: second,
  };
}

/** The smallest amount in USD that is visible in every unit, also in cents. */
const minSpend = new Fraction(1, 50);

/** The recorded spend grows by what calls that have ended take from the available balance. */
const recordSpend: ProtocolCheck = {
  id: 'account.record.spend',
  async check(run) {
    const balance = await openBalance(run);
    for (const call of endingCalls(run)) await whereItCan(() => balance.send(call));
    let movement: Movement | undefined;
    for (let read = 0; read < maxReads; read += 1) {
      movement = movementIn(balance.first, await balance.read());
      const fall = movement?.fall;
      if (fall && [...(movement?.risen.values() ?? [])].some((change) => isAmount(change, fall))) break;
    }
    if (!movement)
      throw new NotTestable('open', 'No number of the balance matches the amount that the key was created with.');
    const { fall, risen } = movement;
    if (fall.lt(minSpend))
      throw new NotTestable('open', `The calls cost ${decimalText(fall)} USD, too little to recognize.`);
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

/** The checks of the figures of a balance: reservations and recorded spend. */
export const recordBalanceChecks: readonly ProtocolCheck[] = [recordBalance, recordReserved, recordSpend];
