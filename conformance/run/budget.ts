/** Plans a run that may send so many requests only: which rules it judges, by which requests, and in which order. */

import type { Family } from '../check/family.ts';
import type { Sampling } from '../check/run.ts';
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
import type { Task } from './run-check.ts';
import { type CountedRun, createRun } from './run.ts';
import type { Setup } from './setup.ts';

/** The requests of a run, before the first of them. */
export interface RequestPlan {
  /** The rules that are judged, those that tell the most for each request first. */
  readonly rules: readonly PlannedRule[];
  /** Ids of rules for which there are too few requests. */
  readonly left: ReadonlySet<string>;
  /** All requests: those of the rules, and those that come before any rule is judged. */
  readonly requests: number;
  /** How many requests of one kind the checks of the run send. */
  readonly sampling: Sampling;
}

/** A rule of a plan. */
export interface PlannedRule {
  readonly rule: Rule;
  /** Requests of one kind that its check sends at most; `Infinity` where it sends all that it has. */
  readonly samples: number;
  /** Requests that no rule before it has sent. */
  readonly requests: number;
  /** Requests that it shares with rules before it. */
  readonly shared: number;
}

/** The numbers of samples that a rule may have, each with the share of its faults that so many samples find. */
const depths = [
  [1, 0.77],
  [2, 0.85],
  [8, 0.96],
  [Number.POSITIVE_INFINITY, 1],
] as const;

/** Kinds of rules whose checks have a number of samples of their own. */
const sampledKinds: readonly RuleKind[] = ['price', 'condition', 'request', 'unknown-keys'];

/** The share of a budget that no plan uses: a real target may need a few requests more than the imagined one. */
const reserve = 0.03;

/** Plans a run at level free within the budget of its setup. */
export async function planRequests(
  setup: Setup,
  families: Readonly<Partial<Record<RuleKind, Family>>>,
): Promise<RequestPlan> {
  const { maxRequests = Number.POSITIVE_INFINITY, contract } = setup;
  const ownSamples = new Map<string, number>();
  if (maxRequests === Number.POSITIVE_INFINITY) {
    const samples = Number.POSITIVE_INFINITY;
    const { tasks, run } = rehearsalOf(setup, families, { samples });
    const options = (await rehearse(tasks, run)).map((each) => [{ ...each, samples, gain: 1 }]);
    return chosenWithin(maxRequests, contract, options, { samples });
  }
  const most = maxRequests * (1 - reserve);
  const sampling = { samples: depths[0][0], ownSamples };
  const { tasks, run } = rehearsalOf(setup, families, sampling);
  const options = new Map<string, RuleOption[]>();
  let before = 0;
  for (const [samples, share] of depths) {
    const deeper = samples === sampling.samples ? tasks : tasks.filter(({ rule }) => sampledKinds.includes(rule.kind));
    for (const { rule } of deeper) ownSamples.set(rule.id, samples);
    for (const each of await rehearse(deeper, run)) {
      const own = options.get(each.rule.id) ?? [];
      options.set(each.rule.id, [...own, { ...each, samples, gain: share - before }]);
    }
    before = share;
    // Where most rules cannot be judged by their first requests, more of them are no use.
    if (run.transport.requests > maxFirst * most) break;
  }
  return chosenWithin(most, contract, [...options.values()], { samples: sampling.samples });
}

/** The first requests of all rules, in budgets: where there are more, no rule gets more than these. */
const maxFirst = 3;

/** The checks of the rules that a run at level free can judge, and a run that sends nothing. */
function rehearsalOf(
  { contract, target, seed, secrets, rules, kind }: Setup,
  families: Readonly<Partial<Record<RuleKind, Family>>>,
  sampling: Sampling,
): { readonly tasks: readonly Task[]; readonly run: CountedRun } {
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
    ...sampling,
    selected: new Set(rules.map(({ id }) => id)),
    now: async () => Math.floor(Date.now() / 1000),
    wait: async () => {},
  });
  const tasks = rules.flatMap((rule) => {
    const family = families[rule.kind];
    return family && !withoutCheck(rule, run, new Map()) ? [{ rule, family }] : [];
  });
  return { tasks, run };
}

/** A rule that is judged by so many samples. */
interface RuleOption extends RehearsedRule {
  readonly samples: number;
  /** The share of the faults of the rule that these samples find and fewer do not. */
  readonly gain: number;
}

/** An option that is not chosen yet, with its requests that no chosen one sends. */
interface OpenOption extends RuleOption {
  readonly unsent: Set<Exchange>;
  /** Equal for options with the same unsent requests. */
  key: string;
  /** True for the option with the fewest samples. */
  readonly isFirst: boolean;
  /** The options of the rule with more samples. */
  readonly deeper: readonly RuleOption[];
}

/** Chooses options bundle by bundle: the next one tells the most for each request that it needs in addition. */
function chosenWithin(
  maxRequests: number,
  contract: Contract,
  options: readonly (readonly RuleOption[])[],
  { samples }: Sampling,
): RequestPlan {
  const stated = new Set<string>();
  const sent = new Set<Exchange>();
  const rules = new Map<string, PlannedRule>();
  const keyOf = keys();
  const opened = ([first, ...deeper]: readonly RuleOption[]): OpenOption[] => {
    if (!first) return [];
    const unsent = first.requests.difference(sent);
    return [{ ...first, unsent, key: keyOf(unsent), deeper, isFirst: !rules.has(first.rule.id) }];
  };
  let requests = requestsBefore(contract);
  let open = options.flatMap(opened);
  for (;;) {
    const bundle = bestOf(open, stated, maxRequests - requests);
    const [first] = bundle;
    if (!first) break;
    const news = new Set(first.unsent);
    for (const [index, { rule, requests: all, samples: own }] of bundle.entries()) {
      const added = (rules.get(rule.id)?.requests ?? 0) + (index === 0 ? news.size : 0);
      rules.set(rule.id, { rule, samples: own, requests: added, shared: all.size - added });
      for (const id of rule.from) stated.add(id);
    }
    requests += news.size;
    for (const exchange of news) sent.add(exchange);
    open = open.filter((each) => !bundle.includes(each));
    for (const each of open) {
      const { size } = each.unsent;
      for (const exchange of news) each.unsent.delete(exchange);
      if (each.unsent.size < size) each.key = keyOf(each.unsent);
    }
    open.push(...bundle.flatMap(({ deeper }) => opened(deeper)));
  }
  const planned = [...rules.values()];
  return {
    rules: planned,
    left: new Set(options.flatMap(([first]) => (first && !rules.has(first.rule.id) ? [first.rule.id] : []))),
    requests,
    sampling: { samples, ownSamples: new Map(planned.map(({ rule, samples: own }) => [rule.id, own])) },
  };
}

/** Texts of sets of requests, equal for equal sets. */
function keys(): (requests: ReadonlySet<Exchange>) => string {
  const numbers = new Map<Exchange, number>();
  const numberOf = (exchange: Exchange) => numbers.get(exchange) ?? numbers.set(exchange, numbers.size).size - 1;
  return (requests) => [...requests].map(numberOf).sort().join();
}

/** The options that need the same further requests and tell the most for each of them; none where too few requests are left. */
function bestOf(open: readonly OpenOption[], stated: ReadonlySet<string>, left: number): readonly OpenOption[] {
  let best: { readonly bundle: readonly OpenOption[]; readonly worth: number } | undefined;
  for (const bundle of Map.groupBy(
    open.filter(({ unsent }) => unsent.size <= left),
    ({ key }) => key,
  ).values()) {
    const all = bundle.reduce((sum, option) => sum + worthOf(option, stated), 0);
    const worth = all / Math.max(bundle[0]?.unsent.size ?? 0, sharedCost);
    if (!best || worth > best.worth) best = { bundle, worth };
  }
  return best?.bundle ?? [];
}

/** The cost of rules whose requests are all sent for others, in requests: what shares costs little, not nothing. */
const sharedCost = 0.1;

/** Gateways with one fault that a rule of a kind finds, of requests by their keyword: figures of the saboteurs of `lab/saboteurs/`. */
const finds: Readonly<Record<string, number>> = {
  protocol: 4.4,
  condition: 2.7,
  'request catalog': 1.2,
  'request minimum': 1.2,
  'request maxLength': 1.2,
  'request maximum': 1,
  'request anyOf': 1,
  scenario: 1,
  price: 0.9,
  'request minLength': 0.7,
  'request enum': 0.6,
  'request type': 0.5,
  'request required': 0.5,
  operation: 0.5,
};

/** The faults that another rule finds. */
const seldom = 0.2;

/** How much an option tells: the faults that it finds, and half as much for each statement that no chosen rule follows from. */
function worthOf({ rule, judged, gain, isFirst }: OpenOption, stated: ReadonlySet<string>): number {
  // Each further request may be about another of its statements.
  const news = isFirst ? rule.from.filter((id) => !stated.has(id)).length : rule.from.length;
  // A check without a verdict on the imagined target may have none on the real one.
  const certain = (rule.tier === 'must' ? 1 : 0.1) * (judged ? 1 : 0.1);
  const kind = rule.kind === 'request' ? `request ${rule.schema?.keyword}` : rule.kind;
  return certain * gain * Math.sqrt(finds[kind] ?? seldom) * (1 + news / 2);
}

/** Requests of the positive control: two that show whether all are answered alike, and one challenge. */
const controlRequests = 3;

/** Requests that a run sends before it judges any rule. */
function requestsBefore(contract: Contract): number {
  return Math.max(1, probesOf(contract).length) + callsForAbsent(contract) + controlRequests;
}
