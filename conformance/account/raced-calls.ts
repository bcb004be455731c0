/** Calls of an account that are sent twenty at once, and their charges. */

import Fraction from 'fraction.js';
import { lengthened, responseFieldsOf } from '../arbitraries/metered-calls.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { isServed } from '../calls/cheapest.ts';
import { racers } from '../calls/control.ts';
import { oncePerRun } from '../check/once-per-run.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation, PriceUse } from '../contract/contract.ts';
import type { Exchange, Invocation } from '../http/exchange.ts';
import { NotTestable, whereItCan } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { leavesPaymentOpen } from '../machine/accepted.ts';
import { writtenOut } from '../oracle/reads.ts';
import { preparedCall } from '../scenario/prepared-calls.ts';
import { type Account, openAccount } from './account.ts';
import { deposit } from './balance.ts';
import { ended } from './ended.ts';

/** One call that was sent twenty times at once with a key of its own. */
export interface RacedCall {
  readonly operation: Operation;
  /** USD that the call costs by itself. */
  readonly each: Fraction;
  /** The calls that were served, out of all that were sent at once. */
  readonly served: number;
  /** A response that served it. */
  readonly exchange: Exchange;
  /** USD charged for all that were sent at once. */
  readonly spent: Fraction;
  /** The tolerance of the sum in USD: each call is rounded by itself. */
  readonly tolerance: Fraction;
  /** True where later calls may be free because the first has done their work. */
  readonly someFree?: true;
  /** Calls that the balance covers; absent where it covers all. */
  readonly covered?: number;
}

/** All raced calls, and the USD charged meanwhile to a key that made no calls. */
export interface Races {
  readonly calls: readonly RacedCall[];
  readonly idleKeySpent: Fraction;
}

/** Calls that a balance covers where the price is quoted: fewer than are sent at once. */
const covered = 13;

const micro = new Fraction(1, 1_000_000);

/** The priced operations of a host. */
export function pricedOperations({ contract }: Run): readonly Operation[] {
  return contract.operations.filter(({ auth, price, closed }) => auth === 'key' && price && !closed);
}

/** Makes every priced call once by itself, and twenty times at once with a key whose balance does not cover all. */
export const racesOf = oncePerRun(async (run): Promise<Races> => {
  const idle = await openAccount(run);
  const sendAtOnce: SendAtOnce = async (account, invocation) => {
    const [answers] = await Promise.all([served(run, account, invocation, racers), idle.spent()]);
    return answers;
  };
  const tried = await inParallel(pricedOperations(run), concurrency, async (operation) => ({
    operation,
    call: await whereItCan(() => race(run, operation, sendAtOnce)),
  }));
  const calls: RacedCall[] = [];
  for (const { operation, call } of tried) {
    // Scenarios script upstreams, so they run one at a time.
    const found = call === 'unprepared' ? await whereItCan(() => racePrepared(run, operation, sendAtOnce)) : call;
    if (found) calls.push(found);
  }
  if (calls.length === 0) throw new NotTestable('unserved', 'No priced call was served.');
  return { calls, idleKeySpent: await idle.spent() };
});

/** Sends a call twenty times at once while another key only reads its balance; returns the responses that served it. */
type SendAtOnce = (account: Account, invocation: Invocation) => Promise<readonly Exchange[]>;

/** Races under way at the same time, of calls that need no scenario before. */
const concurrency = 4;

async function race(
  run: Run,
  operation: Operation,
  sendAtOnce: SendAtOnce,
): Promise<RacedCall | 'unprepared' | undefined> {
  const { price: use } = operation;
  if (!use) return undefined;
  const quoted = run.evaluator.price(use).kind === 'quoted';
  const invocation = quoted ? sampleOf(operation) : lengthenedExample(run, operation);
  const single = await openAccount(run);
  const [first] = await served(run, single, invocation, 1);
  if (!first) return 'unprepared';
  const each = await single.spent();
  if (each.equals(0)) return undefined;
  const balance = each.mul(covered).add(each.div(micro.mul(2)).floor().mul(micro));
  const account = await openAccount(run, quoted ? balance : deposit);
  const answers = await sendAtOnce(account, invocation);
  const usage = (answer: Exchange) => JSON.stringify(usageOf(run, use, answer));
  // The usage of an upstream may differ from call to call, and so may the charge.
  if (answers.some((answer) => usage(answer) !== usage(first))) return undefined;
  const tolerance = quoted && each.mod(micro).equals(0) ? new Fraction(0) : micro.mul(answers.length);
  if (each.lte(tolerance)) return undefined;
  const spent = await account.spent();
  const exchange = answers.at(-1) ?? first;
  return { operation, each, served: answers.length, exchange, spent, tolerance, ...(quoted && { covered }) };
}

/** The same where a scenario has to make the call possible, with a key whose balance covers all. */
async function racePrepared(run: Run, operation: Operation, sendAtOnce: SendAtOnce): Promise<RacedCall | undefined> {
  const single = await chargePrepared(run, operation, (account, call) => served(run, account, call, 1));
  const [first] = single?.answers ?? [];
  if (!single || !first || single.spent.equals(0)) return undefined;
  const raced = await chargePrepared(run, operation, sendAtOnce);
  if (!raced) return undefined;
  const { answers, spent } = raced;
  const [each, tolerance, exchange] = [single.spent, new Fraction(0), answers.at(-1) ?? first];
  return { operation, each, served: answers.length, exchange, spent, tolerance, someFree: true };
}

/** Makes calls right after a scenario of the same key; the charge does not include the scenario. */
async function chargePrepared(run: Run, operation: Operation, send: SendAtOnce) {
  const account = await openAccount(run);
  const prepared = await preparedCall(run, sampleOf(operation), account.key);
  if (!prepared) return undefined;
  const before = await account.spent();
  const answers = await send(account, prepared.invocation);
  return { answers, spent: (await account.spent()).sub(before) };
}

/** Sends a call several times at once; returns the responses that served it, or for jobs those of their polls. */
async function served(run: Run, account: Account, call: Invocation, times: number): Promise<readonly Exchange[]> {
  const all = await Promise.all(Array.from({ length: times }, () => account.send(call)));
  const ends = await Promise.all(all.map((exchange) => ended(run, account, call.operation, exchange)));
  return ends.filter((end) => isServed(end) && !leavesPaymentOpen(run.contract, call.operation, end));
}

/** The fields of a response that its price reads. */
function usageOf(run: Run, use: PriceUse, { received }: Exchange): readonly unknown[] {
  const body = fieldsOf(received.json);
  return responseFieldsOf(writtenOut(run.evaluator.price(use), use)).map((name) => body[name]);
}

/** Characters of a prompt whose cost is not lost in rounding, and which is still sent twenty times at once in no time. */
const longPrompt = 20_000;

/** The example of an operation with a long prompt. */
function lengthenedExample(run: Run, operation: Operation): Invocation {
  const context = operationContextOf(run, operation);
  return lengthened(context.requests.base, longPrompt, context);
}
