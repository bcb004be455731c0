/** Calls of an account, and whether each is charged what the contract's price makes it. */

import type Fraction from 'fraction.js';
import { spread } from '../arbitraries/combinations.ts';
import type { OperationContext } from '../arbitraries/domain.ts';
import { pointsOf } from '../arbitraries/points.ts';
import type { Exchange, Invocation, Outcome, Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Formula, Operation, Price, PriceUse } from '../contract/contract.ts';
import { type Environment, EvaluationError } from '../oracle/evaluate.ts';
import { decimalText, toMicro } from '../oracle/exact.ts';
import { answerCacheOf } from '../requests/answer-cache.ts';
import { preparedCall } from '../requests/prepared-calls.ts';
import { failure, isStateRefusal } from '../requests/responses.ts';
import { openAccount } from './balance.ts';
import { ended } from './ended.ts';
import { judgeMetered } from './metered.ts';
import { meteredCalls } from './metered-calls.ts';

/** Calls that are charged to judge one price: they are served in earnest, each with a key of its own. */
const most = 24;

/** Calls under way at the same time. */
const width = 8;

/** A call that was served, and the USD it was charged. */
export interface Charge {
  readonly exchange: Exchange;
  readonly environment: Environment;
  readonly usd: Fraction;
}

/** Judges a price that no quote tells: every call is charged what its formula makes of the request and the answer. */
export async function judgeCharges(run: Run, operation: Operation, use: PriceUse): Promise<Outcome> {
  try {
    return await judged(run, operation, use);
  } catch (error) {
    // What answers tell of their use is read by other rules, where the documents say how it is told.
    if (error instanceof EvaluationError) throw new NotTestable(`No price is made of the answers: ${error.message}.`);
    throw error;
  }
}

async function judged(run: Run, operation: Operation, use: PriceUse): Promise<Outcome> {
  const { material, requests } = answerCacheOf(run);
  const context: OperationContext = { operation, requests: requests(operation), evaluator: run.evaluator, material };
  if (run.evaluator.price(use).kind === 'metered') {
    const groups: Charge[][] = [];
    for (const calls of meteredCalls(use, context)) groups.push(await chargesOf(run, calls));
    return judgeMetered(run, use, groups);
  }
  const charges = await chargesOf(run, spread(pointsOf(use, context, [], run.seed).calls, most));
  // Answers that hold nothing may be free by rules of their own; where all are, it is the price that is wrong.
  const paid = charges.filter(({ usd }) => !usd.equals(0));
  return judgeEach(run, use, paid.length > 0 ? paid : charges);
}

async function chargesOf(run: Run, calls: readonly Invocation[]): Promise<Charge[]> {
  const charges: Charge[] = [];
  const queue = calls.values();
  const work = async () => {
    for (const call of queue) {
      const charge = await chargeOf(run, call);
      if (charge) charges.push(charge);
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return charges;
}

/** Makes a call with a key of its own; `undefined` where it is not served. Throws `NotTestable` where no balance tells. */
export async function chargeOf(run: Run, call: Invocation): Promise<Charge | undefined> {
  const account = await openAccount(run);
  const asked = await account.send(call);
  const placed = isStateRefusal(run.contract, call.operation, asked.received)
    ? await preparedCall(run, call, account.key)
    : undefined;
  // What a story buys to make a call possible is charged to the same key.
  const before = placed && (await account.spent());
  const first = placed ? await account.send(placed.invocation) : asked;
  const { status, headers, json } = (await ended(run, account, call.operation, first)).received;
  if (status !== 200) return undefined;
  const environment = {
    ...answerCacheOf(run).requests(call.operation).environment(call),
    response: json,
    status,
    headers,
  };
  const spent = await account.spent();
  return { exchange: first, environment, usd: before ? spent.sub(before) : spent };
}

/** A deployment keeps to one side of a conflict, so one formula has to fit all charges. */
function judgeEach({ evaluator }: Run, use: PriceUse, charges: readonly Charge[]): Outcome {
  if (charges.length === 0) throw new NotTestable('None of the calls was served.');
  const price = evaluator.price(use);
  const worth = ({ environment }: Charge, side?: Formula) => evaluator.usd(use, environment, side);
  const sides: readonly (Formula | undefined)[] = [undefined, ...price.sides];
  const misfits = sides.map((side) => charges.filter((charge) => !isRight(charge.usd, worth(charge, side), price)));
  const wrong = misfits.reduce((best, next) => (next.length < best.length ? next : best));
  const [first] = wrong;
  if (!first) return { verdict: 'pass', detail: `Charges compared with what they should be: ${charges.length}.` };
  const count = wrong.length > 1 ? ` (${wrong.length} of ${charges.length} charges differ)` : '';
  const detail = `The balance fell by another amount than ${price.formula.text} comes to${count}.`;
  return failure(detail, `${decimalText(worth(first))} USD`, first.exchange, `${decimalText(first.usd)} USD`);
}

/** A charge may be exact or in whole micro-USDC; where a rounding is only assumed, it may go either way. */
function isRight(charged: Fraction, worth: Fraction, { rounding, roundingStatus }: Price): boolean {
  const stated = roundingStatus === 'stated' || roundingStatus === 'derived';
  const modes = stated ? [rounding] : (['down', 'up'] as const);
  return charged.equals(worth) || modes.some((mode) => charged.mul(1_000_000).equals(toMicro(worth, mode)));
}
