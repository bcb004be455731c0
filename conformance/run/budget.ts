/** Plans a run that may send so many requests only: which rules it judges, by which requests, and in which order. */

import type { Family } from '../check/family.ts';
import type { Contract, Rule, RuleKind } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { transportOf } from '../http/payment-headers.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import { Budget } from '../wallet/budget.ts';
import { randomKey } from '../wallet/keys.ts';
import { SpendTracker } from '../wallet/spend-tracker.ts';
import { callsForAbsent } from './absent.ts';
import { imaginedTarget } from './imagined.ts';
import { withoutCheck } from './prejudge.ts';
import { probesOf } from './reach.ts';
import { rehearse, type RehearsedRule } from './rehearse.ts';
import { createRun } from './run.ts';
import type { Setup } from './setup.ts';

/** The requests of a run, before the first of them. */
export interface RequestPlan {
  /** The rules that are judged, those that tell the most for each request first. */
  readonly rules: readonly PlannedRule[];
  /** Ids of rules for which there are too few requests. */
  readonly left: ReadonlySet<string>;
  /** All requests: those of the rules, and those that come before any rule is judged. */
  readonly requests: number;
  /** Requests of one kind that a check sends at most; `Infinity` where every check sends all that it has. */
  readonly samples: number;
}

/** A rule of a plan. */
export interface PlannedRule {
  readonly rule: Rule;
  /** Requests that no rule before it has sent. */
  readonly requests: number;
  /** Requests that it shares with rules before it. */
  readonly shared: number;
}

/** The numbers of samples that are tried, from the fewest: the greatest under which every rule is judged is used. */
const depths = [1, 3, 10, Number.POSITIVE_INFINITY];

/** The share of a budget that no plan uses: a real target may need a few requests more than the imagined one. */
const reserve = 0.02;

/** Plans a run at level free within the budget of its setup. */
export async function planRequests(
  setup: Setup,
  families: Readonly<Partial<Record<RuleKind, Family>>>,
): Promise<RequestPlan> {
  const { maxRequests = Number.POSITIVE_INFINITY } = setup;
  const [least = Number.POSITIVE_INFINITY, ...deeper] = maxRequests === Number.POSITIVE_INFINITY ? [] : depths;
  let plan = await planAt(least);
  for (const samples of deeper) {
    if (plan.left.size > 0) return plan;
    const next = await planAt(samples);
    if (next.left.size > 0) return plan;
    plan = next;
  }
  return plan;

  async function planAt(samples: number): Promise<RequestPlan> {
    const most = maxRequests * (1 - reserve);
    return chosenWithin(most, samples, setup.contract, await rehearsedRules(setup, families, samples));
  }
}

/** The requests of each rule that a run at level free can judge. */
function rehearsedRules(
  { contract, target, seed, secrets, rules, kind }: Setup,
  families: Readonly<Partial<Record<RuleKind, Family>>>,
  samples: number,
): Promise<readonly RehearsedRule[]> {
  const evaluator = evaluatorOf(contract);
  const run = createRun({
    contract,
    missing: new Map(),
    target,
    level: 'free',
    seed,
    client: imaginedTarget({ contract, evaluator }),
    spending: new SpendTracker(new Budget(0n), transportOf(contract)),
    secrets,
    keys: { unfunded: randomKey(kind) },
    exhaust: false,
    samples,
    selected: new Set(rules.map(({ id }) => id)),
    now: async () => Math.floor(Date.now() / 1000),
    wait: async () => {},
  });
  const tasks = rules.flatMap((rule) => {
    const family = families[rule.kind];
    return family && !withoutCheck(rule, run, new Map()) ? [{ rule, family }] : [];
  });
  return rehearse(tasks, run);
}

/** Chooses rules bundle by bundle: the next one tells the most for each request that it needs in addition. */
function chosenWithin(
  maxRequests: number,
  samples: number,
  contract: Contract,
  rehearsed: readonly RehearsedRule[],
): RequestPlan {
  const stated = new Set<string>();
  const rules: PlannedRule[] = [];
  let requests = requestsBefore(contract);
  let open = rehearsed.map((each) => ({ ...each, unsent: new Set(each.requests) }));
  for (;;) {
    const bundle = bestOf(open, stated, maxRequests - requests);
    const [first] = bundle;
    if (!first) return { rules, left: new Set(open.map(({ rule }) => rule.id)), requests, samples };
    const sent = [...first.unsent];
    for (const [index, { rule, requests: all }] of bundle.entries()) {
      const own = index === 0 ? sent.length : 0;
      rules.push({ rule, requests: own, shared: all.size - own });
      for (const id of rule.from) stated.add(id);
    }
    requests += sent.length;
    open = open.filter((each) => !bundle.includes(each));
    for (const { unsent } of open) for (const exchange of sent) unsent.delete(exchange);
  }
}

/** A rule that is not chosen yet, with its requests that no chosen rule sends. */
interface OpenRule extends RehearsedRule {
  readonly unsent: Set<Exchange>;
}

/** The rules that need the same further requests and tell the most for each of them; none where too few requests are left. */
function bestOf(open: readonly OpenRule[], stated: ReadonlySet<string>, left: number): readonly OpenRule[] {
  const numbers = new Map<Exchange, number>();
  const numberOf = (exchange: Exchange) => numbers.get(exchange) ?? numbers.set(exchange, numbers.size).size - 1;
  const keyOf = ({ unsent }: OpenRule) => [...unsent].map(numberOf).sort().join();
  let best: { readonly bundle: readonly OpenRule[]; readonly worth: number } | undefined;
  for (const bundle of Map.groupBy(
    open.filter(({ unsent }) => unsent.size <= left),
    keyOf,
  ).values()) {
    const all = bundle.reduce((sum, rule) => sum + worthOf(rule, stated), 0);
    const worth = all / Math.max(bundle[0]?.unsent.size ?? 0, sharedCost);
    if (!best || worth > best.worth) best = { bundle, worth };
  }
  return best?.bundle ?? [];
}

/** The cost of rules whose requests are all sent for others, in requests: what shares costs little, not nothing. */
const sharedCost = 0.1;

/** Gateways with one fault that a rule of a kind finds, by the saboteurs of `lab/saboteurs/` that free runs found. */
const finds: Readonly<Partial<Record<RuleKind, number>>> = {
  protocol: 3,
  condition: 1.7,
  price: 0.8,
  scenario: 0.8,
  request: 0.6,
  operation: 0.4,
};

/** The faults that a rule of another kind finds. */
const seldom = 0.2;

/** How much a rule tells: its faults, and half as much for each statement that no rule of the plan follows from. */
function worthOf({ rule, judged }: RehearsedRule, stated: ReadonlySet<string>): number {
  const news = rule.from.filter((id) => !stated.has(id)).length;
  // A check without a verdict on the imagined target may have none on the real one.
  const certain = (rule.tier === 'must' ? 1 : 0.1) * (judged ? 1 : 0.1);
  return certain * Math.sqrt(finds[rule.kind] ?? seldom) * (1 + news / 2);
}

/** Requests of the positive control: two that show whether all are answered alike, and one challenge. */
const controlRequests = 3;

/** Requests that a run sends before it judges any rule. */
function requestsBefore(contract: Contract): number {
  return Math.max(1, probesOf(contract).length) + callsForAbsent(contract) + controlRequests;
}
