import type { Family } from '../check/family.ts';
import { notTestable } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import type { PositiveControl } from './positive-control.ts';
import { withoutCheck, withoutPayment } from './prejudge.ts';
import type { CheckResult, Task } from './run-check.ts';

/** The checks that each phase of a run makes. */
export interface Queues {
  /** They send requests without payment, so that they can run at the same time. */
  readonly unpaid: Task[];
  /** They change the state of the target without paying. */
  readonly unpaidChanges: Task[];
  /** They pay only to see whether a request is served: nothing is charged where settlements can be made to fail. */
  readonly unsettled: Task[];
  readonly paid: Task[];
  /** They change the state of the target: script its upstream, move its clock. */
  readonly changes: Task[];
  /** They change the state of one area only, so that those of several areas can run at the same time. */
  readonly beside: Task[];
  /** They use up limits, which makes all other callers wait. */
  readonly limits: Task[];
  /** They are read off all payments of the run. */
  readonly whole: Task[];
  /** They ask whether any call of the run was served. */
  readonly served: Task[];
  /** Later responses may change their verdicts. */
  readonly readAgain: Task[];
}

/** The outcome of a rule for which a budget has too few requests. */
const leftOut = notTestable('budget', 'The budget of requests leaves it out.');

/** The facts that determine the order of the checks. */
interface QueueParts {
  readonly run: Run;
  readonly families: Readonly<Partial<Record<RuleKind, Family>>>;
  readonly untestable?: ReadonlyMap<string, string>;
  /** Ids of rules that the budget of requests leaves out. */
  readonly left?: ReadonlySet<string>;
  readonly control: PositiveControl;
  readonly funded: boolean;
  readonly onResult: (rule: Rule, outcome: CheckResult) => void;
}

/** Kinds of rules whose calls show what other rules would send calls of their own for. */
const early: readonly RuleKind[] = ['price', 'protocol'];

/** The place of a rule among those that send requests at the same time, from 0. */
export function rankOf({ kind }: Rule): number {
  return early.includes(kind) ? early.indexOf(kind) : early.length;
}

/** Puts each rule into the queue of its phase, and reports those that no check can judge. */
export function queuesOf(rules: readonly Rule[], parts: QueueParts): Queues {
  const { run, families, untestable = new Map(), left = new Set(), control, funded, onResult } = parts;
  const queues: Queues = {
    unpaid: [],
    unpaidChanges: [],
    unsettled: [],
    paid: [],
    changes: [],
    beside: [],
    limits: [],
    whole: [],
    served: [],
    readAgain: [],
  };
  for (const rule of rules) {
    const family = families[rule.kind];
    const known =
      withoutCheck(rule, run, untestable) ??
      (left.has(rule.id) ? leftOut : undefined) ??
      (family && withoutPayment(rule, run, control, funded));
    if (known) onResult(rule, known);
    else if (!family) onResult(rule, { verdict: 'error', detail: `Rules of kind ${rule.kind} have no check.` });
    else queues[queueOf(rule, family, run)].push({ rule, family });
  }
  // The order of a plan stays.
  if (left.size === 0) queues.unpaid.sort((one, other) => rankOf(one.rule) - rankOf(other.rule));
  return queues;
}

function queueOf(rule: Rule, family: Family, run: Run): keyof Queues {
  if (rule.kind === 'limit') return 'limits';
  if (rule.kind === 'served') return 'served';
  if (family.whole?.(rule)) return 'whole';
  if (family.alone?.(rule, run) ?? rule.level === 'controlled') {
    // Real money is not paid before all is judged that needs none; simulated money need not be saved.
    if (run.level === 'paid' && rule.level === 'free') return 'unpaidChanges';
    // Real payments are made one after the other.
    const paysReally = run.control === undefined && run.level === 'paid';
    return !paysReally && family.area?.(rule, run) !== undefined ? 'beside' : 'changes';
  }
  // A check that signs payments runs alone where others may move the clock, which ends the windows of payments.
  return rule.level === 'free' && !(rule.kind === 'protocol' && run.control) ? 'unpaid' : 'paid';
}
