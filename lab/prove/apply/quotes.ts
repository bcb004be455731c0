import type { Quote } from '@tollwright/runtime/money/formula';
import type { PriceUse } from '#conformance/contract/contract.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { decimalText } from '#conformance/oracle/exact.ts';
import { changeRoutes } from '#lab/toolkit/routes.ts';
import type { Application, Pair } from './contracts.ts';

/** Quotes and charges by the wrong prices and tables. */
export const applyQuotes: Application = (given, pair) => {
  const { right, wrong } = pair;
  const tables = right.contract.catalogs !== wrong.contract.catalogs;
  return wrong.contract.operations.reduce((altered, { id, price: use }) => {
    const before = right.contract.operations.find((each) => each.id === id)?.price;
    if (!use || (!tables && use === before)) return altered;
    return changeRoutes([id], ({ quote, meter, ...route }) => ({
      ...route,
      ...(quote && { quote: (input) => quoted(pair, [before, use], { ...input }) ?? quote(input) }),
      ...(meter && { meter: (input) => quoted(pair, [before, use], { ...input }) ?? meter(input) }),
    }))(altered);
  }, given);
};

/** Quotes by the wrong formula: 0 where only the right formula has a value, no change where neither has one. */
function quoted(
  { right, wrong }: Pair,
  [before, use]: readonly [PriceUse | undefined, PriceUse],
  environment: Record<string, unknown>,
): Quote | undefined {
  const amount = valued(() => wrong.evaluator.micro(use, environment));
  if (amount === undefined) {
    const known = before && valued(() => right.evaluator.micro(before, environment));
    return known === undefined ? undefined : { amount: 0n, breakdown: {} };
  }
  const parts = Object.entries(wrong.evaluator.price(use).breakdown).flatMap(([name, formula]) => {
    const usd = valued(() => wrong.evaluator.usd(use, environment, formula));
    return usd === undefined ? [] : [[name, decimalText(usd)]];
  });
  // A price cannot be negative.
  return { amount: amount < 0n ? 0n : amount, breakdown: Object.fromEntries(parts) };
}

function valued<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
