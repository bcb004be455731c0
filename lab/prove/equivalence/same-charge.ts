/** Tells whether charges by a changed metered price can be distinguished from the right ones. */

import { isObject } from '@tollwright/runtime/values/json';
import { equationsOf } from '#conformance/account/metered.ts';
import { fieldNamesOf, rateColumns, someRatesFit } from '#conformance/account/rates.ts';
import { writeField } from '#conformance/arbitraries/fields.ts';
import type { Requests } from '#conformance/arbitraries/requests.ts';
import type { Contract, Expression } from '#conformance/contract/contract.ts';
import { type Environment, EvaluationError, type Evaluator } from '#conformance/oracle/evaluate.ts';
import { fieldOf, partsOf, writtenOut } from '#conformance/oracle/reads.ts';
import { type Side, sideOf } from '../apply/contracts.ts';

/** Amounts of usage that a response may report, from a tiny prompt to more than any example of the documents. */
const used = [2, 1_000, 150_000, 271_999, 300_000, 600_000];

/** True if some rates of a deployment explain every charge by the changed price, for each catalog entry that requests name. */
export function sameCharges(right: Side, changed: Contract, requests: Requests): boolean {
  const { operation } = requests;
  const { price: use } = operation;
  const other = changed.operations.find(({ id }) => id === operation.id)?.price;
  if (!use || !other) return false;
  const wrong = sideOf(changed).evaluator;
  const tree = writtenOut(right.evaluator.price(use), use);
  const rates = rateColumns(right.contract, tree);
  const equationOf = equationsOf(right.contract, use, rates);
  const read = [...fieldNamesOf(tree)].filter((name) => !rates.includes(name));
  try {
    return usesOf(right, wrong, requests, { tree, read }).every((environments) => {
      const charges = environments.map((environment) => ({ environment, usd: wrong.usd(other, environment) }));
      const same = charges.every(({ environment, usd }) => right.evaluator.usd(use, environment).equals(usd));
      return same || someRatesFit(charges.map(equationOf));
    });
  } catch (error) {
    // No response in the documents has the field that the changed price reads.
    if (error instanceof EvaluationError) return false;
    throw error;
  }
}

/**
 * Calls with their responses, grouped by the entry of the catalog.
 *
 * Of entries that differ only in their rates, one stands for all.
 */
function usesOf(
  { evaluator }: Side,
  wrong: Evaluator,
  { operation: { id, price }, base, allows }: Requests,
  { tree, read }: { readonly tree: Expression; readonly read: readonly string[] },
): readonly (readonly Environment[])[] {
  const examples = (price ? evaluator.price(price).examples : []).filter(({ operation = id }) => operation === id);
  const kinds = Map.groupBy(examples, ({ response }) => JSON.stringify(withNumbers(response, [0, 0])));
  const shapes = [...kinds.values()].flatMap(([example]) => example ?? []);
  return [...lookupsOf(tree)].flatMap(({ catalog, field }) => {
    const columns = (by: Evaluator, key: string) => read.map((name) => by.catalogs.line(catalog, key)?.values[name]);
    const named = evaluator.catalogs
      .lines(catalog)
      .filter(({ key }) => allows(writeField(base, ['request', field], key)));
    const lines = Map.groupBy(named, ({ key }) => JSON.stringify([columns(evaluator, key), columns(wrong, key)]));
    return [...lines.values()].map(([line]) =>
      shapes.flatMap(({ request, response }) =>
        used.flatMap((input) =>
          used.map((output) => ({
            request: { ...(isObject(request) && request), [field]: line?.key },
            response: withNumbers(response, [input, output]),
            status: 200,
          })),
        ),
      ),
    );
  });
}

/** The lookups in tables by a field of the body. */
function* lookupsOf(tree: Expression): Generator<{ readonly catalog: string; readonly field: string }> {
  const [name, key] = tree.op === 'call' && tree.name === 'catalog' ? tree.args : [];
  const path = key && fieldOf(key);
  if (name?.op === 'string' && path?.[0] === 'request' && path[1] !== undefined) {
    yield { catalog: name.value, field: path[1] };
  }
  for (const part of partsOf(tree)) yield* lookupsOf(part);
}

/** A value with its numbers replaced, in order. */
function withNumbers(value: unknown, numbers: number[]): unknown {
  if (typeof value === 'number') return numbers.shift() ?? value;
  if (Array.isArray(value)) return value.map((item) => withNumbers(item, numbers));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withNumbers(item, numbers)]));
}
