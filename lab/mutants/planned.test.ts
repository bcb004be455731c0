import { describe, expect, test } from 'vitest';
import { oncePer } from '#conformance/common/once-per.ts';
import type { Contract, Rule } from '#conformance/contract/contract.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { sideOf } from '#lab/prove/apply/contracts.ts';
import { excuse } from '#lab/prove/equivalence/excuse.ts';
import { isAsserted } from '#lab/prove/trial.ts';
import type { Operator } from './mutant.ts';
import { keys, tables } from './operators/catalogs.ts';
import { conditions } from './operators/conditions.ts';
import { prices } from './operators/prices.ts';
import { bounds, members, texts } from './operators/schemas.ts';
import { createPlanner, isShown } from './planned.ts';

/** Operators on cells of tables, rules across fields and numbers of prices: the seed orders the requests for them. */
const seeded: readonly Operator[] = [tables, conditions, prices];

/** Operators on bounds, enumerations, keys of catalogs and patterns. */
const fixed: readonly Operator[] = [bounds, members, keys, texts];

const seeds = [1, 77];

const isOfRequests = ({ kind }: Rule) => kind === 'price' || kind === 'condition' || kind === 'request';

/** Plans each rule once for the changes of all operators. */
function plannerOf(contract: Contract, seed: number) {
  const known = plannersOf(contract);
  const planner = known.get(seed) ?? createPlanner(contract, seed);
  known.set(seed, planner);
  return planner;
}

/** The planners of a contract by their seed. */
const plannersOf = oncePer((_: Contract) => new Map<number, ReturnType<typeof createPlanner>>());

/** The changes that no planned request shows, although the documents settle them. */
function unseen(contract: Contract, operator: Operator, seed: number): readonly string[] {
  const right = sideOf(contract);
  const plan = plannerOf(contract, seed);
  return [...operator.changes(contract)]
    .filter((change) => {
      const rules = [change.rule, ...(change.others ?? [])].filter((rule) => isAsserted(rule) && isOfRequests(rule));
      if (rules.length === 0 || rules.some((rule) => isMetered(contract, rule))) return false;
      if (rules.some((rule) => isShown(contract, change, rule, plan(rule)))) return false;
      return excuse(right, { ...change, operator: operator.name, id: change.description }) === undefined;
    })
    .map(({ rule, description }) => `${rule.id}: ${description}`);
}

/** True for the price of a metered operation, which is judged by charges. */
function isMetered({ operations, prices: all }: Contract, { kind, operation: id }: Rule): boolean {
  const use = operations.find((operation) => operation.id === id)?.price;
  return kind === 'price' && use !== undefined && all[use.id]?.kind === 'metered';
}

describe('planned requests', () => {
  test.for([
    ...seeds.flatMap((seed) => seeded.map((operator) => ['base', operator.name, seed, operator] as const)),
    ...fixed.map((operator) => ['base', operator.name, 1, operator] as const),
    ...[...seeded, ...fixed].map((operator) => ['account', operator.name, 1, operator] as const),
  ])('of host %s show each changed %s with seed %i', async ([host, , seed, operator]) => {
    expect(unseen(await contractOf(host), operator, seed)).toEqual([]);
  });
});
