/** Defaults: a field left out means its default. */

import { isDeepStrictEqual } from 'node:util';
import { chargeOf } from '../account/charge.ts';
import { domainOf } from '../arbitraries/domain.ts';
import { rootOf, shapeOfField, writeField } from '../arbitraries/fields.ts';
import type { Exchange, Invocation } from '../check/exchange.ts';
import type { Condition } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { decimalText } from '../oracle/exact.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import { isServed } from '../protocol/payable/cheapest.ts';
import type { AnswerCache } from './answer-cache.ts';
import { type Judged, type RequestConstraint, shown } from './constraint.ts';
import { quoteOf } from './quote.ts';
import { failure } from './responses.ts';
import { isAffordable, judgeValid } from './verdicts.ts';

/** Times that the field is left out after a call with another value of it. */
const turns = 4;

/** Compares the quote without the field with the quote of its explicit default. */
export async function checkDefault(constraint: RequestConstraint): Promise<Judged> {
  const { answers, operation, part, path } = constraint;
  const requests = answers.requests(operation);
  const field: FieldPath = [rootOf[part], ...path];
  const fallback = shapeOfField(operation, field, answers.material.validator.shapes)?.default;
  const open = requests.repair(writeField(requests.base, field, undefined), field.join('.'));
  const explicit = open && requests.repair(writeField(open, field, fallback), field.join('.'));
  const name = path.join('.');
  if (!open || !explicit) return undecided(`No valid request leaves \`${name}\` out.`);

  const finding = await judgeValid(answers, constraint.rule, open, `\`${name}\` may be left out`, {
    siblings: [explicit],
  });
  if (finding) return { count: 1, finding };
  const other = otherPriced(constraint, field, explicit);
  if (!other) return judgeAnswer(constraint, field, open, explicit);
  if (operation.auth === 'key') return judgeCharges(constraint, field, { open, explicit, other });
  const given = await answers.send(explicit);
  // Whatever was asked before, for nobody may be served what another one has asked for.
  const expected = quoteOf(answers.run, given);
  let without = await answers.resend(open);
  for (let turn = 0; turn < turns && quoteOf(answers.run, without) === expected; turn += 1) {
    await answers.resend(other);
    without = await answers.resend(open);
  }
  const asked = quoteOf(answers.run, without);
  if (asked === expected) return { count: 2, finding: undefined };
  const detail = `Without \`${name}\` another price is asked than with its default ${JSON.stringify(fallback)}.`;
  return { count: 2, finding: failure(detail, String(expected), without, String(asked)) };
}

/** Compares what an account is charged without the field with what its explicit default costs, which another value does not. */
async function judgeCharges(
  { answers: { run } }: RequestConstraint,
  field: FieldPath,
  { open, explicit, other }: Readonly<Record<'open' | 'explicit' | 'other', Invocation>>,
): Promise<Judged> {
  const name = field.slice(1).join('.');
  const [without, usual, unusual] = [
    await chargeOf(run, open),
    await chargeOf(run, explicit),
    await chargeOf(run, other),
  ];
  if (!without || !usual || !unusual)
    return undecided(`The calls that would show the default of \`${name}\` are not served.`);
  if (usual.usd.equals(unusual.usd)) return undecided(`\`${name}\` makes no difference to what is charged.`);
  if (without.usd.equals(usual.usd)) return { count: 3, finding: undefined };
  const detail = `Without \`${name}\` another amount is charged than with its default.`;
  return {
    count: 3,
    finding: failure(detail, `${decimalText(usual.usd)} USD`, without.exchange, `${decimalText(without.usd)} USD`),
  };
}

/** Judges an answer by what the operation ensures of it, where that reads the field; it is paid for where it is sold. */
async function judgeAnswer(
  constraint: RequestConstraint,
  field: FieldPath,
  open: Invocation,
  explicit: Invocation,
): Promise<Judged> {
  const { answers, operation } = constraint;
  const name = field.slice(1).join('.');
  const reads = ({ when, must }: Condition) =>
    [must, ...(when ? [when] : [])].some(({ tree }) =>
      readsOf(tree).some((read) => read.join('.') === field.join('.')),
    );
  const ensured = operation.ensures.find(reads);
  const sold = operation.auth === 'payment';
  if (sold && !(await isAffordable(answers, open))) {
    return undecided(`No quote shows the default of \`${name}\`, and no answer is bought to see it.`);
  }
  if (!ensured) return compareAnswers(constraint, field, open, explicit);
  const exchange = await answered(answers, open);
  const { status, headers, json } = exchange.received;
  const read = { ...answers.requests(operation).environment(open), response: json, status, headers };
  const { evaluator } = answers.run;
  try {
    if (status >= 300 || (ensured.when && !evaluator.holds(ensured.when, read))) {
      return undecided(`The call without \`${name}\` was not answered in a way that shows its default.`);
    }
    if (evaluator.holds(ensured.must, read)) return { count: 1, finding: undefined };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return undecided(`The answer lacks what would show the default of \`${name}\`: ${error.message}.`);
  }
  const detail = `Without \`${name}\` this does not hold: ${ensured.summary}.`;
  return { count: 1, finding: failure(detail, ensured.must.text, exchange, json) };
}

/** The answer to a call; what a test wallet of its own pays is no money, so that no cap keeps it from the dearest call. */
async function answered(cache: AnswerCache, call: Invocation): Promise<Exchange> {
  const { run } = cache;
  if (call.operation.auth !== 'payment') return run.send(call);
  return run.control?.capabilities.has('fund') ? run.pay(call, { wallet: await run.freshPayer() }) : cache.pay(call);
}

/** Other values of a field whose answers are looked at. */
const others = 6;

/**
 * Compares the answer without the field with those to explicit values.
 *
 * Without it the answer is that of the default; one that is that of another value shows another default. Where the same
 * call is answered differently twice, or other values make no difference, nothing is told.
 */
async function compareAnswers(
  { answers, operation }: RequestConstraint,
  field: FieldPath,
  open: Invocation,
  explicit: Invocation,
): Promise<Judged> {
  const name = field.slice(1).join('.');
  const first = [await answered(answers, explicit), await answered(answers, open)] as const;
  const again = [await answered(answers, explicit), await answered(answers, open)] as const;
  const [usual, without] = first;
  const stable = [...first, ...again].every(isServed)
    ? ways.find((way) => first.every((each, index) => way(each) === way(again[index] ?? each)))
    : undefined;
  if (!stable)
    return undecided(`Nothing tells the default of \`${name}\`: the same call is answered differently twice.`);
  const requests = answers.requests(operation);
  const context = { operation, requests, evaluator: answers.run.evaluator, material: answers.material };
  const differs = stable(without) !== stable(usual);
  const values = [...(differs ? lengthsIn(without.received.json) : []), ...domainOf(field, explicit, context).values];
  const calls = values
    .map((value) => writeField(explicit, field, value))
    .filter((call) => requests.allows(call) && !isDeepStrictEqual(call, explicit));
  let count = 0;
  for (const call of calls.slice(0, others)) {
    const other = await answered(answers, call);
    if (!isServed(other) || stable(other) === stable(usual)) continue;
    count += 1;
    if (stable(other) !== stable(without)) continue;
    const detail = `Without \`${name}\` the answer is not that of its default but that of another value.`;
    return { count, finding: failure(detail, 'the answer to the default', without, shown(stable(without))) };
  }
  if (count > 0 && !differs) return { count, finding: undefined };
  return undecided(`Nothing tells the default of \`${name}\`: its values make no difference to what is answered.`);
}

/** What an answer says, the most telling way first: as it is, without what moves at the end of lists, by its form alone. */
const ways: readonly ((exchange: Exchange) => string)[] = [
  ({ received }) => JSON.stringify(received.json),
  ({ received }) =>
    JSON.stringify(received.json, (_, value: unknown) => (Array.isArray(value) ? value.slice(0, -1) : value)),
  ({ received }) =>
    JSON.stringify(received.json, (_, value: unknown) => (typeof value === 'object' ? value : typeof value)),
];

/** The lengths of the lists in an answer: what a limit may have been. */
function lengthsIn(json: unknown): readonly number[] {
  const own = Array.isArray(json) ? [json.length] : [];
  const parts = Array.isArray(json) ? json.slice(0, 1) : Object.values(fieldsOf(json));
  return [...new Set([...own, ...parts.flatMap(lengthsIn)])];
}

function undecided(detail: string): Judged {
  return { count: 0, finding: { verdict: 'not-testable', detail } };
}

/** A call with another value of the field that has another price. */
function otherPriced(
  { answers, operation }: RequestConstraint,
  field: FieldPath,
  explicit: Invocation,
): Invocation | undefined {
  const { price } = operation;
  if (!price) return undefined;
  const { evaluator } = answers.run;
  const requests = answers.requests(operation);
  const { material } = answers;
  const { values } = domainOf(field, explicit, { operation, requests, evaluator, material });
  const calls = values.map((value) => writeField(explicit, field, value));
  return calls.find((other) => {
    try {
      if (!requests.fits(other)) return false;
      const usual = evaluator.usd(price, requests.environment(explicit));
      return !evaluator.usd(price, requests.environment(other)).equals(usual);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  });
}
