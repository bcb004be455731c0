import { type Account, openAccount } from '../../account/account.ts';
import { pricedOperations, type RacedCall, racesOf } from '../../account/raced-calls.ts';
import { isServed } from '../../calls/cheapest.ts';
import { controlOf } from '../../calls/control.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import { streamed } from '../../calls/streamed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import { refusedBefore } from '../../errors/mistakes.ts';
import type { Exchange, Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { decimalText } from '../../oracle/exact.ts';

/** A balance never buys more than it covers, also when calls are sent at once. */
const balanceCovers: ProtocolCheck = {
  id: 'account.balance.covers',
  async check(run) {
    const limited = (await racesOf(run)).calls.filter(({ covered }) => covered !== undefined);
    if (limited.length === 0) throw new NotTestable('unserved', 'No call with a quoted price was served.');
    for (const { operation, served, covered = served, exchange } of limited) {
      if (served <= covered) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} served ${served} calls at once from a balance that covers ${covered}.`,
        expected: covered,
        actual: served,
        exchange,
      };
    }
    return { verdict: 'pass', operations: limited.map(({ operation }) => operation.id) };
  },
};

/** No priced operation serves an API key without balance. */
const balanceEmpty: ProtocolCheck = {
  id: 'account.balance.empty',
  async check(run) {
    const authorization = `Bearer ${await controlOf(run).keys('0')}`;
    const operations: string[] = [];
    const calls = await Promise.all(pricedOperations(run).map((operation) => examplesOf(run, operation)));
    for (const call of calls.flat()) {
      const { operation } = call;
      const exchange = await whereItCan(() => run.send({ ...call, headers: { authorization } }));
      if (!exchange || isStateRefusal(run.contract, operation, exchange.received)) continue;
      if (!isServed(exchange)) operations.push(operation.id);
      else if (await isCharged(run, call)) return servedForNothing(operation.id, exchange);
    }
    if (operations.length === 0) throw new NotTestable('unserved', 'No priced operation could be called.');
    return { verdict: 'pass', operations: [...new Set(operations)] };
  },
};

/** The example of an operation, and the same as a stream where it has one. */
async function examplesOf(run: Run, operation: Operation): Promise<readonly Invocation[]> {
  const { stream } = operation;
  const streaming = stream && (await whereItCan(async () => streamed(run, operation, stream)));
  return [sampleOf(operation), ...(streaming ? [streaming] : [])];
}

/** Some calls turn out to be free, so any key may make them. */
async function isCharged(run: Run, call: Invocation): Promise<boolean> {
  const account = await openAccount(run);
  await account.send(call);
  return !(await account.spent()).equals(0);
}

function servedForNothing(id: string, exchange: Exchange) {
  return {
    verdict: 'fail' as const,
    detail: `${id} served a priced call to an API key without balance.`,
    expected: 'a status of 4xx',
    actual: exchange.received.status,
    exchange,
  };
}

/** Each call that is served is charged once, however many are sent at once. */
const chargeOnce: ProtocolCheck = {
  id: 'account.charge.once',
  async check(run) {
    const { calls } = await racesOf(run);
    for (const call of calls) {
      if (isOnce(call)) continue;
      const { operation, each, served, spent, exchange } = call;
      return {
        verdict: 'fail',
        detail: `${operation.id} served ${served} calls at once, and the charge does not match ${served} calls.`,
        expected: `${decimalText(each.mul(served))} USD`,
        actual: `${decimalText(spent)} USD`,
        exchange,
      };
    }
    return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
  },
};

/** True where the charge matches the number of calls that were served, or some of them where calls may be free. */
function isOnce({ each, served, spent, tolerance, someFree }: RacedCall): boolean {
  const owed = each.mul(served);
  if (!someFree || served === 0) return spent.sub(owed).abs().lte(tolerance);
  return spent.mod(each).equals(0) && spent.gte(each) && spent.lte(owed);
}

/** Calls are charged to the API key that makes them, and to no other. */
const chargeOwnKey: ProtocolCheck = {
  id: 'account.charge.own-key',
  async check(run) {
    const { calls, idleKeySpent } = await racesOf(run);
    if (idleKeySpent.equals(0)) return { verdict: 'pass', operations: calls.map(({ operation }) => operation.id) };
    return {
      verdict: 'fail',
      detail: 'The balance of an API key fell although only other keys made calls.',
      expected: '0 USD',
      actual: `${decimalText(idleKeySpent)} USD`,
    };
  },
};

/** A request that is refused before the upstream is called is not charged. */
const refusedChargesNothing: ProtocolCheck = {
  id: 'account.refused.charges-nothing',
  async check(run) {
    let account = await openAccount(run);
    const operations: string[] = [];
    for (const operation of pricedOperations(run)) {
      const outcome = await whereItCan(() => refuse(run, account, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
      // What was served is charged.
      else account = await openAccount(run);
    }
    if (operations.length === 0)
      throw new NotTestable('open', 'No priced operation takes input that could be invalid.');
    return { verdict: 'pass', operations };
  },
};

/** Sends what this run has seen refused, and a body that is not JSON; `undefined` where all of it is served. */
async function refuse(run: Run, account: Account, operation: Operation): Promise<Outcome | undefined> {
  const broken = { ...sampleOf(operation), raw: { text: '{"', contentType: 'application/json' } };
  let refused: Exchange | undefined;
  for (const call of [...refusedBefore(run, operation), ...(operation.body ? [broken] : [])]) {
    const exchange = await account.send(call);
    if (isServed(exchange)) return undefined;
    refused = exchange;
  }
  if (!refused) return undefined;
  const spent = await account.spent();
  if (spent.equals(0)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} charged a request that it refused.`,
    expected: '0 USD',
    actual: `${decimalText(spent)} USD`,
    exchange: refused,
  };
}

/** The checks of what a balance pays for: each call that is served, once. */
export const balanceChecks: readonly ProtocolCheck[] = [
  balanceCovers,
  balanceEmpty,
  chargeOnce,
  chargeOwnKey,
  refusedChargesNothing,
];
