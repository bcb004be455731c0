import type { PriceUse } from '#conformance/contract.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { textOf } from '#conformance/oracle/exact.ts';
import type { Quote } from '#runtime/operation.ts';
import { type Pair, type Realisation, withRoute } from './pair.ts';

/** Quotes and charges by the wrong prices and tables. */
export const realiseQuotes: Realisation = (given, pair) => {
  const { right, wrong } = pair;
  const tables = right.contract.catalogs !== wrong.contract.catalogs;
  return wrong.contract.operations.reduce((altered, { id, price: use }) => {
    const before = right.contract.operations.find((each) => each.id === id)?.price;
    if (!use || (!tables && use === before)) return altered;
    return withRoute(altered, id, ({ quote, meter, ...route }) => ({
      ...route,
      ...(quote && { quote: (input) => quoted(pair, use, { ...input }) ?? quote(input) }),
      ...(meter && { meter: (input) => quoted(pair, use, { ...input }) ?? meter(input) }),
    }));
  }, given);
};

/** `undefined` where the wrong formula has no value that can be asked for. */
function quoted(
  { wrong: { evaluator } }: Pair,
  use: PriceUse,
  environment: Record<string, unknown>,
): Quote | undefined {
  try {
    const amount = evaluator.micro(use, environment);
    const parts = Object.entries(evaluator.price(use).breakdown).map(([name, formula]) => [
      name,
      textOf(evaluator.usd(use, environment, formula)),
    ]);
    return amount < 0n ? undefined : { amount, breakdown: Object.fromEntries(parts) };
  } catch (error) {
    if (error instanceof EvaluationError) return undefined;
    throw error;
  }
}
