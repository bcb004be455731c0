/** Whether each call of an account is charged by the formula of its price. */

import type Fraction from 'fraction.js';
import { meteredCalls } from '../arbitraries/metered-calls.ts';
import { pointsOf } from '../arbitraries/points.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import { streamed } from '../calls/streamed.ts';
import { failure, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import { spread } from '../common/spread.ts';
import type { Formula, Operation, Price, PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { decimalText, toMicro } from '../oracle/exact.ts';
import { writtenOut } from '../oracle/reads.ts';
import { type Charge, chargesOf } from './charge.ts';
import { equationsOf, judgeMetered } from './metered.ts';
import { rateColumns } from './rates.ts';
import { variedCalls } from './varied-calls.ts';

/** Calls that are charged to judge one price: each is really served, with a key of its own. */
const maxCalls = 24;

/** Judges a price that no quote states: every call is charged the value of its formula for the request and the response. */
export async function judgeCharges(run: Run, operation: Operation, use: PriceUse): Promise<Outcome> {
  try {
    return await judged(run, operation, use);
  } catch (error) {
    // Other rules judge how responses report their usage, where the documents say how.
    if (error instanceof EvaluationError)
      throw new NotTestable('unserved', `The responses lack what the price formula reads: ${error.message}.`);
    throw error;
  }
}

async function judged(run: Run, operation: Operation, use: PriceUse): Promise<Outcome> {
  const context = operationContextOf(run, operation);
  if (run.evaluator.price(use).kind === 'metered') {
    const groups: Charge[][] = [];
    for (const calls of meteredCalls(use, context)) {
      const ofStreams = await chargesOf(run, streamsOf(run, operation, calls));
      groups.push([...(await chargesOf(run, calls)), ...ofStreams.filter((charge) => reportsUsage(run, use, charge))]);
    }
    const varied = await chargesOf(run, spread(variedCalls(use, context, run.seed), maxCalls));
    groups.push(varied.filter((charge) => reportsUsage(run, use, charge)));
    return judgeMetered(run, use, groups);
  }
  const charges = await chargesOf(run, spread(pointsOf(use, context, [], run.seed).calls, maxCalls));
  // Empty responses may be free by rules of their own; where all calls are free, the price is wrong.
  const paid = charges.filter(({ usd }) => !usd.equals(0));
  return judgeEach(run, use, paid.length > 0 ? paid : charges);
}

/** Calls of a group that are streamed as well. */
const streams = 4;

/** Some calls as streams, where the operation streams: they are charged like the others. */
function streamsOf(run: Run, operation: Operation, calls: readonly Invocation[]): readonly Invocation[] {
  const { stream } = operation;
  return stream ? spread(calls, streams).map((call) => streamed(run, operation, stream, call)) : [];
}

/** Whether a stream reports all that the formula of its price reads: the documents do not say that it does. */
function reportsUsage(run: Run, use: PriceUse, charge: Charge): boolean {
  const columns = rateColumns(run.contract, writtenOut(run.evaluator.price(use), use));
  try {
    equationsOf(run.contract, use, columns)(charge);
    return true;
  } catch (error) {
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/** A deployment follows one side of a conflict, so one formula has to match all charges. */
function judgeEach({ evaluator }: Run, use: PriceUse, charges: readonly Charge[]): Outcome {
  if (charges.length === 0) throw new NotTestable('unserved', 'No call was served.');
  const price = evaluator.price(use);
  const due = ({ environment }: Charge, side?: Formula) => evaluator.usd(use, environment, side);
  const sides: readonly (Formula | undefined)[] = [undefined, ...price.sides];
  const mismatches = sides.map((side) => charges.filter((charge) => !isRight(charge.usd, due(charge, side), price)));
  const wrong = mismatches.reduce((best, next) => (next.length < best.length ? next : best));
  const [first] = wrong;
  if (!first) return { verdict: 'pass', detail: `Charges that match the formula: ${charges.length}.` };
  const count = wrong.length > 1 ? ` (${wrong.length} of ${charges.length} charges do not match)` : '';
  const detail = `The charge does not match the formula ${price.formula.text}${count}.`;
  return failure(detail, `${decimalText(due(first))} USD`, first.exchange, `${decimalText(first.usd)} USD`);
}

/** A charge may be exact or in whole micro-USDC; where a rounding is only assumed, it may go either way. */
function isRight(charged: Fraction, due: Fraction, { rounding, roundingStatus }: Price): boolean {
  const stated = roundingStatus === 'stated' || roundingStatus === 'derived';
  const modes = stated ? [rounding] : (['down', 'up'] as const);
  return charged.equals(due) || modes.some((mode) => charged.mul(1_000_000).equals(toMicro(due, mode)));
}
