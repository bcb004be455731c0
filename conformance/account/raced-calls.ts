/** Calls of an account that come twenty at once, and what becomes of its balance. */

import Fraction from 'fraction.js';
import type { Run } from '../check/check.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import { NotTestable } from '../check/interruption.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Operation, PriceUse } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { writtenOut } from '../oracle/reads.ts';
import { whereItCan } from '../protocol/payable/affordable.ts';
import { isServed } from '../protocol/payable/cheapest.ts';
import { racers } from '../protocol/settlement/settled-calls.ts';
import { answerCacheOf } from '../requests/answer-cache.ts';
import { preparedCall } from '../requests/prepared-calls.ts';
import { sampleOf } from '../requests/sample.ts';
import { inParallel } from '../run/in-parallel.ts';
import { type Account, deposit, openAccount } from './balance.ts';
import { ended, settlesByPoll } from './ended.ts';
import { answerFieldsOf, meteredCalls } from './metered-calls.ts';

/** One call that was sent twenty times at once with a key of its own. */
export interface RacedCall {
  readonly operation: Operation;
  /** USD that the call costs by itself. */
  readonly each: Fraction;
  /** Calls that were served of all that came at once. */
  readonly served: number;
  /** An answer that served it. */
  readonly exchange: Exchange;
  /** USD that all that came at once cost. */
  readonly spent: Fraction;
  /** USD by which the sum may differ from that of the calls, where each is rounded for itself. */
  readonly tolerance: Fraction;
  /** True where calls may cost nothing that find done what they ask for. */
  readonly someFree?: true;
  /** Calls that the balance covers; absent where it covers all. */
  readonly covered?: number;
}

/** What all the calls came to, and what they took from a key that made none of them. */
export interface Races {
  readonly calls: readonly RacedCall[];
  readonly idleKeySpent: Fraction;
}

/** Calls that a balance covers where the price is known before: fewer than come at once. */
const covered = 13;

const micro = new Fraction(1, 1_000_000);

/** The operations of a host that cost something. */
export function pricedOperations({ contract }: Run): readonly Operation[] {
  return contract.operations.filter(({ auth, price, closed }) => auth === 'key' && price && !closed);
}

/** Makes every call that costs something once by itself, and twenty times at once with a key that has not enough for all. */
export const racesOf = oncePerRun(async (run): Promise<Races> => {
  const idle = await openAccount(run);
  const crowd: Crowd = async (account, invocation) => {
    const [answers] = await Promise.all([served(run, account, invocation, racers), idle.spent()]);
    return answers;
  };
  const tried = await inParallel(pricedOperations(run), races, async (operation) => ({
    operation,
    call: await whereItCan(() => race(run, operation, crowd)),
  }));
  const calls: RacedCall[] = [];
  for (const { operation, call } of tried) {
    // Stories tell providers what to do, so that one of them is told at a time.
    const found = call === 'unplaced' ? await whereItCan(() => racePlaced(run, operation, crowd)) : call;
    if (found) calls.push(found);
  }
  if (calls.length === 0) throw new NotTestable('No call that costs something was served.');
  return { calls, idleKeySpent: await idle.spent() };
});

/** Sends a call, twenty times at once while somebody else asks for nothing but a balance; the answers that served it. */
type Crowd = (account: Account, invocation: Invocation) => Promise<readonly Exchange[]>;

/** Races of calls that need nothing to be there before; what is slow would keep the others waiting. */
const races = 4;

async function race(run: Run, operation: Operation, crowd: Crowd): Promise<RacedCall | 'unplaced' | undefined> {
  const { price: use } = operation;
  if (!use) return undefined;
  const quoted = run.evaluator.price(use).kind === 'quoted';
  const invocation = quoted ? sampleOf(operation) : longest(run, operation, use);
  const single = await openAccount(run);
  const [first] = await served(run, single, invocation, 1);
  if (!first) return 'unplaced';
  const each = await single.spent();
  if (each.equals(0)) return undefined;
  const balance = each.mul(covered).add(each.div(micro.mul(2)).floor().mul(micro));
  const account = await openAccount(run, quoted ? balance : deposit);
  const answers = await crowd(account, invocation);
  const told = (answer: Exchange) => JSON.stringify(toldOf(run, use, answer));
  // What was used of a provider may differ from call to call, and so may what it costs.
  if (answers.some((answer) => told(answer) !== told(first))) return undefined;
  const tolerance = quoted && each.mod(micro).equals(0) ? new Fraction(0) : micro.mul(answers.length);
  if (each.lte(tolerance)) return undefined;
  const spent = await account.spent();
  const exchange = answers.at(-1) ?? first;
  return { operation, each, served: answers.length, exchange, spent, tolerance, ...(quoted && { covered }) };
}

/** The same where a story has to make the call possible, with a key that has enough. */
async function racePlaced(run: Run, operation: Operation, crowd: Crowd): Promise<RacedCall | undefined> {
  const single = await chargeWherePlaced(run, operation, (account, call) => served(run, account, call, 1));
  const [first] = single?.answers ?? [];
  if (!single || !first || single.spent.equals(0)) return undefined;
  const raced = await chargeWherePlaced(run, operation, crowd);
  if (!raced) return undefined;
  const { answers, spent } = raced;
  const [each, tolerance, exchange] = [single.spent, new Fraction(0), answers.at(-1) ?? first];
  return { operation, each, served: answers.length, exchange, spent, tolerance, someFree: true };
}

/** Makes calls where a story has just brought a key, and tells what they cost without what the story did. */
async function chargeWherePlaced(run: Run, operation: Operation, send: Crowd) {
  const account = await openAccount(run);
  const placed = await preparedCall(run, sampleOf(operation), account.key);
  if (!placed) return undefined;
  const before = await account.spent();
  const answers = await send(account, placed.invocation);
  return { answers, spent: (await account.spent()).sub(before) };
}

/** Sends a call some times at once; the answers that served it, where jobs are accepted those of their polls. */
async function served(run: Run, account: Account, call: Invocation, times: number): Promise<readonly Exchange[]> {
  const all = await Promise.all(Array.from({ length: times }, () => account.send(call)));
  const ends = await Promise.all(all.map((exchange) => ended(run, account, call.operation, exchange)));
  const machine = run.contract.machines[call.operation.machine?.id ?? ''];
  const unfinished = (end: Exchange) => machine && settlesByPoll(machine) && end.received.status === 202;
  return ends.filter((end) => isServed(end) && !unfinished(end));
}

/** The fields of an answer that its price reads. */
function toldOf(run: Run, use: PriceUse, { received }: Exchange): readonly unknown[] {
  const body = fieldsOf(received.json);
  return answerFieldsOf(writtenOut(run.evaluator.price(use), use)).map((name) => body[name]);
}

/** A call that uses much, so that what it costs is far above what rounding makes of it. */
function longest(run: Run, operation: Operation, use: PriceUse): Invocation {
  const { material, requests } = answerCacheOf(run);
  const context = { operation, requests: requests(operation), evaluator: run.evaluator, material };
  return meteredCalls(use, context)[0]?.at(-1) ?? sampleOf(operation);
}
