import { formatUsd } from '@tollwright/runtime/money/usd';
import { oncePer } from '../common/once-per.ts';
import type { Contract, Operation, Rule } from '../contract/contract.ts';
import { sampleOf } from '../http/sample.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import { validatorOf } from '../oracle/schema.ts';
import { stepsNeeded } from '../scenario/needed.ts';

/** The paid calls of a run at level paid, before the first one. */
export interface Plan {
  /** The most expensive first. */
  readonly rows: readonly PlanRow[];
  /** USD of all these calls on a conforming gateway, of which most runs need fewer; absent where only responses determine a price. */
  readonly expected?: string;
  /** USD that no run exceeds, whatever a gateway charges. */
  readonly worst: string;
}

/** The calls of one operation. */
export interface PlanRow {
  readonly operation: string;
  readonly calls: number;
  /** USD of one call by the contract; absent where only the response determines it. */
  readonly each?: string;
  /** USD of all calls. */
  readonly usd?: string;
}

/** The most calls that a paid rule of a kind makes; rules that are read off the response to the example share one. */
const callsOf: Readonly<Partial<Record<Rule['kind'], number>>> = {
  ensures: 1,
  error: 1,
  condition: 1,
  request: 1,
  'unknown-keys': 1,
  price: 1,
  limit: 2,
  stream: 24,
};

/** Calls of the cheapest operation for each rule of payment itself. */
const protocolCalls = 6;

/** The example, and one more request. */
const ownCalls = 2;

/** Plans the paid calls that rules need. */
export function planOf(rules: readonly Rule[], contract: Contract, cap: bigint): Plan {
  const priceOf = pricerOf(contract);
  const calls = countCalls(
    rules.filter((rule) => rule.level === 'paid' && rule.tier !== 'none' && rule.unobservable === undefined),
    contract,
    priceOf,
  );
  const rows = [...calls].map(([operation, count]) => ({ operation, count, each: priceOf(operation) }));
  const total = rows.reduce<bigint | undefined>(
    (sum, { count, each }) => (sum === undefined || each === undefined ? undefined : sum + each * BigInt(count)),
    0n,
  );
  return {
    rows: rows
      .sort((a, b) => Number((b.each ?? cap) * BigInt(b.count) - (a.each ?? cap) * BigInt(a.count)))
      .map(({ operation, count, each }) => ({
        operation: operation.id,
        calls: count,
        ...(each !== undefined && { each: formatUsd(each), usd: formatUsd(each * BigInt(count)) }),
      })),
    ...(total !== undefined && { expected: formatUsd(total) }),
    worst: formatUsd(rows.length === 0 ? 0n : cap),
  };
}

function countCalls(rules: readonly Rule[], contract: Contract, priceOf: Pricer): Map<Operation, number> {
  const calls = new Map<Operation, number>();
  const planned = new Map(contract.operations.filter(isPlanned).map((operation) => [operation.id, operation]));
  const add = (operation: Operation | undefined, count: number) => {
    if (operation) calls.set(operation, (calls.get(operation) ?? 0) + count);
  };

  const cheapest = cheapestOf([...planned.values()], priceOf);
  // The positive control.
  add(cheapest, ownCalls);
  for (const [id, own] of Map.groupBy(rules, ({ operation }) => operation)) {
    const operation = planned.get(id ?? '');
    if (operation) add(operation, ownCalls + own.reduce((sum, { kind }) => sum + (callsOf[kind] ?? 0), 0));
  }
  for (const rule of rules) {
    if (rule.kind === 'protocol' && rule.operation === undefined) add(cheapest, protocolCalls);
    for (const id of callsOfScenario(rule, contract)) add(planned.get(id), 1);
    for (const id of callsOfMachine(rule, contract)) add(planned.get(id), 1);
  }
  return calls;
}

/** Operations with effects outside the target are not called at level paid. */
function isPlanned({ price, auth, irreversible, closed }: Operation): boolean {
  const paid = auth === 'payment' || (auth === 'key' && price !== undefined);
  return paid && !irreversible && closed === undefined;
}

function callsOfScenario(rule: Rule, { scenarios }: Contract): string[] {
  const scenario = rule.kind === 'scenario' ? scenarios.find(({ id }) => id === (rule.subject ?? rule.id)) : undefined;
  const steps = scenario ? stepsNeeded(scenario, (id) => id === rule.id) : [];
  return steps.flatMap(({ call, times = 1, pay }) =>
    call === undefined || pay === 'none' ? [] : Array.from({ length: times }, () => call),
  );
}

/** Calls that create the jobs of a rule: those of a machine's own rules, and those of rules about its polls. */
function callsOfMachine({ kind, id, operation }: Rule, { machines, operations }: Contract): string[] {
  const parts = kind === 'transition' ? 'transitions' : kind === 'invariant' ? 'always' : undefined;
  const moved = parts && Object.values(machines).find((each) => each[parts].some((part) => part.id === id));
  // Rules that are read off responses create no jobs.
  const passive = kind === 'response' || kind === 'ensures';
  const polled = passive
    ? undefined
    : operations.find((each) => each.id === operation && each.machine?.role === 'poll');
  const machine = moved?.id ?? polled?.machine?.id;
  return operations.flatMap((each) =>
    machine !== undefined && each.machine?.id === machine && each.machine.role === 'create' ? [each.id] : [],
  );
}

function cheapestOf(operations: readonly Operation[], priceOf: Pricer): Operation | undefined {
  const priced = operations.flatMap((operation) => {
    const price = priceOf(operation);
    return price === undefined || operation.payers !== undefined ? [] : [{ operation, price }];
  });
  return priced.sort((a, b) => Number(a.price - b.price))[0]?.operation ?? operations[0];
}

/** Micro-USDC of an operation's example; `undefined` where the price needs more than the request. */
export type Pricer = (operation: Operation) => bigint | undefined;

/** Prices the examples of a contract's operations. */
export const pricerOf = oncePer((contract: Contract): Pricer => {
  const evaluator = evaluatorOf(contract);
  const validator = validatorOf(contract, evaluator.catalogs);
  return (operation) => {
    if (!operation.price) return undefined;
    const { body = {}, query = {}, params = {} } = sampleOf(operation);
    const request = operation.body ? validator.complete(operation.body.schema, body) : body;
    try {
      return evaluator.micro(operation.price, { request, query, params });
    } catch {
      return undefined;
    }
  };
});
