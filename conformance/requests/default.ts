/** Defaults: a field left out means its default. */

import { domainOf } from '../arbitraries/domain.ts';
import { rootOf, shapeOfField, writeField } from '../arbitraries/fields.ts';
import type { Exchange, Invocation } from '../check.ts';
import type { Condition } from '../contract.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import { type FieldPath, readsOf } from '../oracle/reads.ts';
import type { Judged, RequestAim } from './aim.ts';
import { failure } from './answers.ts';
import type { Bench } from './bench.ts';
import { quoteOf } from './quote.ts';
import { isAffordable, judgeRight } from './verdicts.ts';

/** Times that the field is left out after a call with another value of it. */
const turns = 4;

/** Compares the quote without the field with the quote of its explicit default. */
export async function checkDefault(aim: RequestAim): Promise<Judged> {
  const { bench, operation, part, path } = aim;
  const requests = bench.requests(operation);
  const field: FieldPath = [rootOf[part], ...path];
  const fallback = shapeOfField(operation, field, bench.material.judge.shapes)?.default;
  const open = requests.mend(writeField(requests.base, field, undefined), field.join('.'));
  const explicit = open && requests.mend(writeField(open, field, fallback), field.join('.'));
  const name = path.join('.');
  if (!open || !explicit) return undecided(`No valid request leaves \`${name}\` out.`);

  const finding = await judgeRight(bench, aim.rule, open, `\`${name}\` may be left out`, { siblings: [explicit] });
  if (finding) return { count: 1, finding };
  const other = otherPriced(aim, field, explicit);
  if (!other) return judgeAnswer(aim, field, open);
  const given = await bench.ask(explicit);
  // Whatever was asked before, for nobody may be served what another one has asked for.
  const expected = quoteOf(bench.run, given);
  let without = await bench.again(open);
  for (let turn = 0; turn < turns && quoteOf(bench.run, without) === expected; turn += 1) {
    await bench.again(other);
    without = await bench.again(open);
  }
  const asked = quoteOf(bench.run, without);
  if (asked === expected) return { count: 2, finding: undefined };
  const detail = `Without \`${name}\` another price is asked than with its default ${JSON.stringify(fallback)}.`;
  return { count: 2, finding: failure(detail, String(expected), without, String(asked)) };
}

/** Judges an answer by what the operation ensures of it, where that reads the field; it is paid for where it is sold. */
async function judgeAnswer({ bench, operation }: RequestAim, field: FieldPath, open: Invocation): Promise<Judged> {
  const name = field.slice(1).join('.');
  const reads = ({ when, must }: Condition) =>
    [must, ...(when ? [when] : [])].some(({ tree }) =>
      readsOf(tree).some((read) => read.join('.') === field.join('.')),
    );
  const ensured = operation.ensures.find(reads);
  const sold = operation.auth === 'payment';
  if (!ensured || (sold && !(await isAffordable(bench, open)))) {
    return undecided(`Neither a quote nor what is ensured of an answer shows the default of \`${name}\`.`);
  }
  const exchange = sold ? await bought(bench, open) : await bench.ask(open);
  const { status, headers, json } = exchange.received;
  const read = { ...bench.requests(operation).environment(open), response: json, status, headers };
  const { evaluator } = bench.run;
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

/** What a test wallet of its own pays is no money, so that no cap keeps it from buying the dearest call. */
async function bought(bench: Bench, call: Invocation): Promise<Exchange> {
  const { run } = bench;
  return run.control?.capabilities.has('fund') ? run.pay(call, { wallet: await run.freshPayer() }) : bench.pay(call);
}

function undecided(detail: string): Judged {
  return { count: 0, finding: { verdict: 'not-testable', detail } };
}

/** A call with another value of the field that has another price, where quotes are told before payment. */
function otherPriced({ bench, operation }: RequestAim, field: FieldPath, explicit: Invocation): Invocation | undefined {
  const { price } = operation;
  if (operation.auth !== 'payment' || !price) return undefined;
  const { evaluator } = bench.run;
  const requests = bench.requests(operation);
  const { material } = bench;
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
