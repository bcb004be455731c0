/** Defaults: a field left out means its default. */

import { domainOf } from '../arbitraries/domain.ts';
import { rootOf, shapeOfField, writeField } from '../arbitraries/fields.ts';
import type { Invocation } from '../check.ts';
import { EvaluationError } from '../oracle/evaluate.ts';
import type { FieldPath } from '../oracle/reads.ts';
import type { Judged, RequestAim } from './aim.ts';
import { failure } from './answers.ts';
import { quoteOf } from './quote.ts';
import { judgeRight } from './verdicts.ts';

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

  const finding = await judgeRight(bench, aim.rule, open, `\`${name}\` may be left out`);
  if (finding) return { count: 1, finding };
  if (!(await showsInQuote(aim, field, explicit))) {
    return undecided(`Its price does not depend on \`${name}\`, so that the default cannot be seen from a quote.`);
  }
  const [without, given] = [await bench.ask(open), await bench.ask(explicit)];
  const [asked, expected] = [quoteOf(bench.run, without), quoteOf(bench.run, given)];
  if (asked === expected) return { count: 2, finding: undefined };
  const detail = `Without \`${name}\` another price is asked than with its default ${JSON.stringify(fallback)}.`;
  return { count: 2, finding: failure(detail, String(expected), without, String(asked)) };
}

function undecided(detail: string): Judged {
  return { count: 0, finding: { verdict: 'not-testable', detail } };
}

/** True where quotes are told before payment and some other value of the field has another price. */
async function showsInQuote(
  { bench, operation }: RequestAim,
  field: FieldPath,
  explicit: Invocation,
): Promise<boolean> {
  const { price } = operation;
  if (operation.auth !== 'payment' || !price) return false;
  const { evaluator } = bench.run;
  const requests = bench.requests(operation);
  const usual = evaluator.usd(price, requests.environment(explicit));
  const { material } = bench;
  const { values } = domainOf(field, explicit, { operation, requests, evaluator, material });
  return values.some((value) => {
    const other = writeField(explicit, field, value);
    try {
      return requests.fits(other) && !evaluator.usd(price, requests.environment(other)).equals(usual);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  });
}
