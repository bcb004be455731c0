/** Prices that no client can distinguish. */

import { pointsOf, wholeDomain } from '#conformance/arbitraries/points.ts';
import { oncePer } from '#conformance/common/once-per.ts';
import type { Contract, Formula, Operation } from '#conformance/contract/contract.ts';
import type { Invocation } from '#conformance/http/exchange.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { toMicro } from '#conformance/oracle/exact.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';
import { type Side, sideOf } from '../apply/contracts.ts';
import { requestDomain } from './request-domain.ts';
import { sameCharges } from './same-charge.ts';

/** Why no call gets a price that the documents forbid; `undefined` if one does. */
export function samePrice(right: Side, { rule, contract, unread }: Mutant): string | undefined {
  const domain = requestDomain(right, rule.operation);
  const { price: use } = domain.operation;
  const price = use && right.evaluator.price(use);
  if (price?.kind === 'metered') {
    return sameCharges(right, contract, domain.requests)
      ? 'Each deployment sets its own rates, and some rates explain every charge by the changed price.'
      : undefined;
  }
  if (!use || !price) return undefined;
  const { whole, calls } = pricedCalls(right.contract)(domain.operation);
  const agrees = (other: Contract) => agreeing(right, sideOf(other), domain.operation, calls);
  if (whole && agrees(contract)) {
    return 'Every call of the whole domain has a price that the documents allow (where they leave the rounding open, any rounding).';
  }
  if (unread && agrees(unread)) return 'No call whose price the documents state reads what was changed.';
  const sides = whole ? price.sides : [];
  if (sides.some((side) => agreeing(right, sideOf(contract), domain.operation, calls, side))) {
    return 'It is the other side of a contradiction in the documents.';
  }
  const { rounding, roundingStatus } = price;
  const changed = contract.prices[useIn(contract, domain.operation)?.id ?? ''];
  const open = roundingStatus === 'assumed' || roundingStatus === 'unknown';
  if (open && changed && changed.rounding !== rounding) return 'The documents leave the rounding open.';
  return undefined;
}

/** The calls of an operation whose prices the documents state: all that differ in price, or else a selection. */
const pricedCalls = oncePer((contract: Contract) =>
  oncePer((operation: Operation) => {
    const domain = requestDomain({ contract }, operation.id);
    const { price: use } = operation;
    const all = use && wholeDomain(use, domain);
    const calls = all ?? (use ? pointsOf(use, domain, [], 1).calls : []);
    const stated =
      use && calls.filter((call) => domain.evaluator.isPriceStated(use, domain.requests.environment(call)));
    return { whole: all !== undefined, calls: stated ?? [] };
  }),
);

function useIn(contract: Contract, operation: Operation) {
  return contract.operations.find(({ id }) => id === operation.id)?.price;
}

/** True if the right contract allows the price of every call by the other contract. */
function agreeing(
  right: Side,
  other: Side,
  operation: Operation,
  calls: readonly Invocation[],
  side?: Formula,
): boolean {
  const { price: use } = operation;
  const changed = useIn(other.contract, operation);
  if (!use || !changed || calls.length === 0) return false;
  const price = right.evaluator.price(use);
  const stated = price.roundingStatus === 'stated' || price.roundingStatus === 'derived';
  const modes = stated ? [price.rounding] : ([price.rounding, 'up', 'down'] as const);
  const { requests } = requestDomain(right, operation.id);
  return calls.every((call) => {
    const environment = requests.environment(call);
    try {
      const amount = other.evaluator.micro(changed, environment);
      return modes.some((mode) => toMicro(right.evaluator.usd(use, environment, side), mode) === amount);
    } catch (error) {
      if (error instanceof EvaluationError) return false;
      throw error;
    }
  });
}
