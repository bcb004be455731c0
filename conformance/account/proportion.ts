/** Charges that are in proportion to a formula, although the rate in it is the deployment's own. */

import type Fraction from 'fraction.js';
import { withTextOfLength } from '../arbitraries/domain.ts';
import { readField, writeField } from '../arbitraries/fields.ts';
import { integerFieldsOf } from '../arbitraries/metered-calls.ts';
import { operationContextOf } from '../arbitraries/request-source.ts';
import type { Run } from '../check/run.ts';
import { fieldsOf } from '../common/json.ts';
import type { Operation, PriceUse } from '../contract/contract.ts';
import type { Invocation } from '../http/exchange.ts';
import { type FieldPath, readsOf, writtenOut } from '../oracle/reads.ts';
import type { Charge } from './charge.ts';

/** Counts that are tried in each integer field. */
const counts = [1, 2, 3, 7, 10, 50];

/** Lengths of texts: long ones, since the documents leave open whether short ones have a minimum charge. */
const lengths = [1000, 2000, 3000, 4999];

/** A character that every count of characters takes for one, and a count of bytes for two. */
const accented = 'é';

/** Calls that differ in one field at a time: each number, and each text, whether or not the price reads it. */
export function proportionCalls(run: Run, operation: Operation, use: PriceUse): readonly Invocation[] {
  const context = operationContextOf(run, operation);
  const { base, allows } = context.requests;
  const numbered = integerFieldsOf(context).flatMap((field) =>
    counts.map((count) => writeField(base, field, count)).filter(allows),
  );
  const texts = Object.keys(fieldsOf(base.body)).flatMap((name) => {
    const field: FieldPath = ['request', name];
    const plain = lengths.map((length) => withTextOfLength(field, base, length, context));
    const long = withTextOfLength(field, base, lengths[1] ?? 0, context, accented);
    return [...plain, long].flatMap((text) => (text === undefined ? [] : [writeField(base, field, text)]));
  });
  const read = readsOf(writtenOut(run.evaluator.price(use), use));
  const priced = read.some((field) => texts.some((call) => readField(call, field) !== readField(base, field)));
  return priced ? texts : [base, ...numbered, ...texts];
}

/** Two charges that are not in proportion to the formula of a price; each may be rounded to whole micro-USDC. */
export function wrongProportion(run: Run, use: PriceUse, charges: readonly Charge[]) {
  const due = charges
    .map((charge) => ({ charge, usd: run.evaluator.usd(use, charge.environment) }))
    .filter(({ usd }) => usd.gt(0));
  if (due.length === 0) return undefined;
  const first = due.reduce((least, next) => (next.usd.lt(least.usd) ? next : least));
  const expected = (usd: Fraction) => first.charge.usd.mul(usd.div(first.usd));
  const wrong = due.find(({ charge, usd }) => {
    const tolerance = usd.div(first.usd).add(1).div(1_000_000);
    return charge.usd.sub(expected(usd)).abs().gte(tolerance);
  });
  return wrong && { first: first.charge, other: wrong.charge, expected: expected(wrong.usd) };
}
