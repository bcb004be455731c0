/** Computes without a gateway which mutants the requests of a run find. */

import { conditionCases } from '#conformance/arbitraries/condition-cases.ts';
import { pointsOf } from '#conformance/arbitraries/points.ts';
import { requestSourceOf } from '#conformance/arbitraries/request-source.ts';
import type { Contract, Rule } from '#conformance/contract/contract.ts';
import type { Invocation } from '#conformance/http/exchange.ts';
import { pricedExamples } from '#conformance/http/sample.ts';
import { EvaluationError } from '#conformance/oracle/evaluate.ts';
import { toMicro } from '#conformance/oracle/exact.ts';
import { constraintOf } from '#conformance/requests/constraint.ts';
import { planMisses } from '#conformance/requests/plan-invalid.ts';
import { planBoundaries } from '#conformance/requests/plan-valid.ts';
import { createShopRun } from '#conformance/testing/shop-run.ts';
import type { Change } from './mutant.ts';

/** The requests that a run sends for a rule: those that must be refused, those that must be accepted, and those whose price is compared. */
export interface PlannedRequests {
  readonly invalid: readonly Invocation[];
  readonly valid: readonly Invocation[];
  readonly priced: readonly Invocation[];
}

const nothing: PlannedRequests = { invalid: [], valid: [], priced: [] };

/** Plans the requests for the rules of a contract, as a controlled run with this seed does before it draws random ones. */
export function createPlanner(contract: Contract, seed: number): (rule: Rule) => PlannedRequests {
  const run = createShopRun({ contract, level: 'controlled' });
  const plans = new Map<string, PlannedRequests>();
  const planOf = (rule: Rule): PlannedRequests => {
    const context = contextOf(contract, rule);
    const { operation, requests, evaluator } = context;
    if (rule.kind === 'condition') {
      const condition = operation.conditions.find(({ id }) => id === rule.subject);
      if (!condition) return nothing;
      const { breaking, keeping, exempt } = conditionCases(condition, context, { seed, charged: false });
      return { ...nothing, invalid: breaking, valid: [...keeping, ...exempt] };
    }
    const { price: use } = operation;
    if (rule.kind === 'price' && use) {
      const { calls } = pointsOf(use, context, pricedExamples(evaluator.price(use), operation), seed);
      const isStated = (call: Invocation) => evaluator.isPriceStated(use, requests.environment(call));
      return { ...nothing, priced: calls.filter(isStated) };
    }
    const constraint = rule.kind === 'request' ? constraintOf(rule, run) : undefined;
    if (!constraint) return nothing;
    return {
      ...nothing,
      invalid: planMisses(constraint).map(({ request }) => request.invocation),
      valid: planBoundaries(constraint).map(({ invocation }) => invocation),
    };
  };
  return (rule) => {
    const planned = plans.get(rule.id) ?? planOf(rule);
    plans.set(rule.id, planned);
    return planned;
  };
}

/** True if a gateway with the changed contract gives a planned request a different verdict or price. */
export function isShown(contract: Contract, change: Change, rule: Rule, planned: PlannedRequests): boolean {
  const right = contextOf(contract, rule);
  const wrong = contextOf(change.contract, rule);
  const accepts = (call: Invocation) =>
    wrong.requests.fits(call) && wrong.requests.broken(call).every(({ status }) => /^(conflict|unknown)$/.test(status));
  if (planned.invalid.some(accepts) || !planned.valid.every(accepts)) return true;
  const [use, changed] = [right.operation.price, wrong.operation.price];
  if (!use || !changed) return false;
  const { rounding, roundingStatus } = right.evaluator.price(use);
  const modes = /^(stated|derived)$/.test(roundingStatus) ? [rounding] : ([rounding, 'up', 'down'] as const);
  return planned.priced.some((call) => {
    const environment = right.requests.environment(call);
    try {
      const amount = wrong.evaluator.micro(changed, environment);
      return modes.every((mode) => toMicro(right.evaluator.usd(use, environment), mode) !== amount);
    } catch (error) {
      // Without a price there is no quote.
      if (error instanceof EvaluationError) return true;
      throw error;
    }
  });
}

function contextOf(contract: Contract, rule: Rule) {
  const operation = contract.operations.find(({ id }) => id === rule.operation);
  if (!operation) throw new Error(`The contract has no operation "${rule.operation}".`);
  const { evaluator, material, requests } = requestSourceOf(contract);
  return { operation, evaluator, material, requests: requests(operation) };
}
