/** Metered prices: a deployment sets its own rates, but uses the formula of the contract. */

import Fraction from 'fraction.js';
import { failure, type Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Contract, PriceUse } from '../contract/contract.ts';
import { NotTestable } from '../http/interruption.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import { decimalText } from '../oracle/exact.ts';
import { writtenOut } from '../oracle/reads.ts';
import type { Charge } from './charge.ts';
import { judgePublished } from './published-charges.ts';
import { type Equation, evaluatorAt, rateColumns, someRatesFit } from './rates.ts';

/** Judges groups of charges by the published rates; where none are recognized, the same rates have to explain all of a group. */
export async function judgeMetered(run: Run, use: PriceUse, groups: readonly (readonly Charge[])[]): Promise<Outcome> {
  const price = run.evaluator.price(use);
  const columns = rateColumns(run.contract, writtenOut(price, use));
  const equationOf = equationsOf(run.contract, use, columns);
  const published = await judgePublished(run, use, groups.flat(), equationOf);
  if (published) return published;
  // Some rates always explain as many charges as there are rates.
  const conclusive = groups.filter((charges) => charges.length > columns.length);
  if (conclusive.length === 0)
    throw new NotTestable('unserved', 'Too few calls were served to find the rates that they are charged by.');

  const wrong = conclusive.find((charges) => !someRatesFit(charges.map(equationOf)));
  if (!wrong?.[0]) {
    const count = conclusive.reduce((sum, charges) => sum + charges.length, 0);
    return {
      verdict: 'pass',
      detail: `Charges that some rates explain: ${count}, of ${conclusive.length} kinds of calls.`,
    };
  }
  const detail = `No value of ${columns.join(' and ')} explains the charges by the formula ${price.formula.text}.`;
  const amounts = wrong.map(({ usd }) => `${decimalText(usd)} USD`).join(', ');
  return failure(detail, 'charges in proportion to the usage', wrong[0].exchange, amounts);
}

/**
 * Makes the equation of a charge.
 *
 * A formula is linear in its rates, so its values with one rate 1 and the others 0 determine it. Throws where it has more
 * than two rates.
 */
export function equationsOf(
  contract: Contract,
  use: PriceUse,
  columns: readonly string[],
): (charge: Pick<Charge, 'environment' | 'usd'>) => Equation {
  if (columns.length > 2) throw new Error(`The price ${use.id} has more than two rates.`);
  const none = evaluatorAt(contract, columns);
  const [first, second] = columns.map((column) => evaluatorAt(contract, columns, column));
  return ({ environment, usd }) => {
    const fixed = none.usd(use, environment);
    const weight = (rate?: Evaluator) => rate?.usd(use, environment).sub(fixed) ?? new Fraction(0);
    return { fixed, weights: [weight(first), weight(second)], charged: usd };
  };
}
