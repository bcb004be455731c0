/** Prices of what was used: rates are the deployment's own, what is made of them is not. */

import Fraction from 'fraction.js';
import type { Outcome, Run } from '../check/check.ts';
import { NotTestable } from '../check/interruption.ts';
import type { Contract, PriceUse } from '../contract/contract.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import { decimalText } from '../oracle/exact.ts';
import { writtenOut } from '../oracle/reads.ts';
import { failure } from '../requests/responses.ts';
import type { Charge } from './charges.ts';
import { type Equation, evaluatorAt, rateColumns, someRatesFit } from './rates.ts';

/** Judges groups of charges, each of which the same rates have to explain. */
export function judgeMetered(run: Run, use: PriceUse, groups: readonly (readonly Charge[])[]): Outcome {
  const price = run.evaluator.price(use);
  const columns = rateColumns(run.contract, writtenOut(price, use));
  // As many charges as rates are explained by some rates whatever they are.
  const telling = groups.filter((charges) => charges.length > columns.length);
  if (telling.length === 0) throw new NotTestable('Too few of the calls were served to tell what they are charged.');

  const equationOf = equationsOf(run.contract, use, columns);
  const wrong = telling.find((charges) => !someRatesFit(charges.map(equationOf)));
  if (!wrong?.[0]) {
    const count = telling.reduce((sum, charges) => sum + charges.length, 0);
    return {
      verdict: 'pass',
      detail: `Charges that some rates explain: ${count}, of calls of ${telling.length} kinds.`,
    };
  }
  const detail = `No ${columns.join(' and ')} explain what calls were charged by ${price.formula.text}.`;
  const told = wrong.map(({ usd }) => `${decimalText(usd)} USD`).join(', ');
  return failure(detail, 'charges in proportion to what was used', wrong[0].exchange, told);
}

/**
 * Makes the equation of a charge.
 *
 * A formula is linear in its rates, so that its values where one rate is 1 and the others are 0 tell all of it. Throws
 * where it has more than two.
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
