import type { Family, Level, Run } from '../check/check.ts';
import { NoAnswer } from '../check/interruption.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import { ControlError } from '../target/control-client.ts';
import type { Patience, Paying } from './context.ts';
import { inParallel } from './in-parallel.ts';
import { type Judgement, type JudgeOptions, judge } from './judge.ts';
import type { PaidControl, PositiveControl } from './positive-control.ts';

/** What the runner needs to judge rules. */
export interface RunnerParts {
  readonly run: Run;
  readonly families: Readonly<Partial<Record<RuleKind, Family>>>;
  readonly control: PositiveControl;
  /** Makes the paid part of the positive control; called once, when all is judged that needs no payment. */
  readonly pay?: () => Promise<PaidControl>;
  /** Aborted when the run has to end. */
  readonly stop?: AbortSignal;
  /** Why rules cannot be tested on this target, by their ids. */
  readonly untestable?: ReadonlyMap<string, string>;
  /** True when the wallets hold money for certain. */
  readonly funded: boolean;
  /** Milliseconds that one check may take. */
  readonly timeout: number;
  /** Brings the target back to its first state, where that can be done. */
  readonly fresh: () => Promise<void>;
  readonly alive: () => Promise<boolean>;
  readonly judged: (rule: Rule, outcome: Judgement) => void;
}

const levels: readonly Level[] = ['free', 'paid', 'controlled'];

/** Checks that run at the same time while they only ask. */
const parallel = 8;

/** More settlements than a run makes. */
const endless = 100_000;

/** Times that a failing check is repeated before its failure counts as seen only once. */
const repeats = 2;

/** How a run ended. */
export interface End {
  /** Why it is not whole, if the target went away in the middle, it was stopped, or nothing can be paid for. */
  readonly partial?: string;
  /** True where some rules were not tried any more. */
  readonly gone: boolean;
}

/**
 * Judges rules: what only asks in parallel, then what pays, then what changes the target, then what uses limits up,
 * since that keeps everybody else waiting. Last, what is read off answers is read once more, now that every answer of the run is there.
 *
 * A rule that asks first and pays only where that decides nothing is put off until all others have asked. Where settlements
 * can be made to fail, it pays while they do.
 */
export async function judgeAll(rules: readonly Rule[], parts: RunnerParts): Promise<End> {
  const { run, families, judged, stop } = parts;
  let { control } = parts;
  const askers: Task[] = [];
  const payers: Task[] = [];
  const changers: Task[] = [];
  const exhausters: Task[] = [];
  // What has to pay only to see whether it is served: nothing is charged for it where settlements can be made to fail.
  const buyers: Task[] = [];
  const failing = await settle(run, 'succeed');
  for (const rule of rules) {
    const family = families[rule.kind];
    const known = withoutTrying(rule, family, parts);
    if (known || !family)
      judged(rule, known ?? { verdict: 'error', detail: `Rules of kind ${rule.kind} have no check.` });
    else if (rule.kind === 'limit') exhausters.push({ rule, family });
    else if (family.alone?.(rule, run) ?? rule.level === 'controlled') changers.push({ rule, family });
    // What signs payments does so alone where askers may move the clock, which ends the windows of payments.
    else if (rule.level === 'free' && !(rule.kind === 'protocol' && run.control)) askers.push({ rule, family });
    else payers.push({ rule, family });
  }

  let gone: string | undefined;
  const unsure: Task[] = [];
  const perform = async (task: Task, alone: boolean, paying?: Paying) => {
    const { rule, family } = task;
    const known = withoutPaying(rule, family, { ...parts, control });
    if (known && !gone) {
      judged(rule, known);
      return;
    }
    if (stop?.aborted) gone ??= stopped;
    if (gone) {
      judged(rule, { verdict: 'error', detail: `Not judged: ${gone}` });
      return;
    }
    // A check that did not end well may have left scripts behind or the clock moved, which would fail the next one.
    const tidy = alone ? parts.fresh : async () => {};
    const options = {
      timeout: timeoutOf(rule, parts),
      patient: !alone || waitsAlone(rule, run),
      paying,
      ...(stop && { stop }),
    };
    const outcome = await judgeAgain(rule, family, run, options, tidy);
    if (stop?.aborted) gone ??= stopped;
    if (outcome.later) {
      (paying === 'nothing' && failing ? buyers : payers).push(task);
      return;
    }
    if ('unanswered' in outcome && !(await parts.alive())) gone ??= away;
    if (readAgain[rule.kind]?.includes(outcome.verdict)) unsure.push(task);
    judged(rule, inconclusive(rule, outcome, run, control));
  };

  // Simulated money need not be spared; real money is not paid before all is judged that needs none.
  const sparing = run.level === 'paid';
  await inParallel(askers, parallel, (task) => perform(task, false, sparing || failing ? 'nothing' : undefined));
  const unpaid = sparing ? changers.filter(({ rule }) => rule.level === 'free') : [];
  await inParallel(unpaid, 1, (task) => perform(task, true, 'nothing'));
  const others = changers.filter((task) => !unpaid.includes(task));
  if (!gone && !stop?.aborted && payers.length + others.length + exhausters.length > 0) {
    control = { ...control, ...(await parts.pay?.()) };
    if (control.paid && !(await parts.alive())) gone = away;
  }
  if (buyers.length > 0 && (await settle(run, 'fail'))) {
    try {
      await inParallel(buyers.splice(0), parallel, (task) => perform(task, false, 'unsettled'));
    } finally {
      await settle(run, 'succeed');
    }
  }
  await inParallel([...buyers, ...payers], 1, (task) => perform(task, false));
  await inParallel(others, 1, (task) => perform(task, true));
  await inParallel(exhausters, 1, async (task) => {
    if (!gone) await parts.fresh();
    await perform(task, true);
  });
  await inParallel(gone || stop?.aborted ? [] : unsure, 1, async ({ rule, family }) => {
    const outcome = await judge(rule, family, run, { timeout: timeoutOf(rule, parts), patient: false });
    if (outcome.verdict === 'pass' || outcome.verdict === 'fail')
      judged(rule, inconclusive(rule, outcome, run, control));
  });
  const partial = gone === undefined ? (control.challenge ?? control.paid) : `The run is not whole: ${gone}`;
  return { gone: gone !== undefined, ...(partial !== undefined && { partial }) };
}

/** Lets all settlements fail or succeed; false where that cannot be done, since the contract of the control API names `fail` alone. */
async function settle({ control }: Run, outcome: 'fail' | 'succeed'): Promise<boolean> {
  if (!control?.capabilities.has('settlement')) return false;
  try {
    await control.settlement(outcome, endless);
    return true;
  } catch (error) {
    if (error instanceof ControlError || error instanceof NoAnswer) return false;
    throw error;
  }
}

/**
 * Whether a check that runs alone comes back when the target says, unless that is the answer it is after.
 *
 * Where the clock can be moved it opens the windows of limits itself, so that only short waits are left; elsewhere
 * earlier calls may have used the limits up.
 */
function waitsAlone(rule: Rule, run: Run): Patience {
  if (isAboutRefusal(rule, run)) return false;
  return run.control?.capabilities.has('clock') ? 'shortly' : true;
}

/** Whether a rule is about what is answered to whoever calls too often. */
function isAboutRefusal({ kind, subject = '' }: Rule, { contract }: Run): boolean {
  if (kind === 'error') return contract.errors[subject]?.http === 429;
  const story = kind === 'scenario' ? contract.scenarios.find(({ id }) => id === subject) : undefined;
  return kind === 'limit' || story?.steps.some(({ upstream }) => upstream?.outcome === 'capacity') === true;
}

/** Answers that may take minutes leave their checks more time, and so do limits: each is used up some four times. */
function timeoutOf({ operation, kind, subject }: Rule, { run, timeout }: RunnerParts): number {
  const patience = operation === undefined ? 0 : (run.operation(operation).timeout ?? 0);
  const limit = kind === 'limit' ? run.contract.limits.find(({ id }) => id === subject) : undefined;
  return timeout + (patience + 4 * (limit?.count ?? 0)) * 1000;
}

/** Kinds of rules that are read off answers, with the verdicts that later answers may change. */
const readAgain: Readonly<Partial<Record<RuleKind, readonly Judgement['verdict'][]>>> = {
  response: ['pass', 'not-testable'],
  ensures: ['pass', 'not-testable'],
  error: ['not-testable'],
};

/** Why nothing is judged any more. */
const away = 'the target stopped answering.';
const stopped = 'it was stopped.';

interface Task {
  readonly rule: Rule;
  readonly family: Family;
}

/** The outcome of a rule that need not or cannot be tried. */
function withoutTrying(rule: Rule, family: Family | undefined, parts: RunnerParts): Judgement | undefined {
  const { run, untestable } = parts;
  const reason = untestable?.get(rule.id);
  if (reason !== undefined) return { verdict: 'not-testable', detail: reason };
  if (rule.tier === 'none') return { verdict: 'not-testable', detail: 'The documents leave it open.' };
  if (rule.unobservable) return { verdict: 'not-testable', detail: rule.unobservable };
  if (levels.indexOf(rule.level) > levels.indexOf(run.level)) {
    const need =
      rule.level === 'controlled' ? 'the control API' : run.contract.host.auth === 'bearer' ? 'an API key' : 'a wallet';
    return { verdict: 'not-testable', detail: `It needs ${need} (level ${rule.level}).` };
  }
  return withoutPaying(rule, family, parts);
}

/** The outcome of a rule that is pointless to try, since nothing can be paid for. */
function withoutPaying(
  rule: Rule,
  family: Family | undefined,
  { run, control, funded }: Pick<RunnerParts, 'run' | 'control' | 'funded'>,
): Judgement | undefined {
  if (!family || rule.level === 'free' || !paysFor(rule, run)) return undefined;
  // A wallet that may be empty says nothing of the target; one that is funded for certain does.
  if (control.challenge) return { verdict: 'error', detail: `Inconclusive: ${control.challenge}` };
  if (control.paid && !funded) return { verdict: 'error', detail: `Inconclusive: ${control.paid}` };
  return undefined;
}

/** True for rules that show only once something was bought: jobs are polled for nothing, but somebody has paid them. */
function paysFor(rule: Rule, run: Run): boolean {
  const operation = run.contract.operations.find(({ id }) => id === rule.operation);
  return operation === undefined || operation.auth !== 'none' || operation.machine !== undefined;
}

/**
 * A refusal means nothing where everything is refused, so that a pass becomes inconclusive. Where the suite cannot pay,
 * that is why nothing was seen.
 */
function inconclusive(rule: Rule, outcome: Judgement, run: Run, { paid, unpayable }: PositiveControl): Judgement {
  const { verdict } = outcome;
  if (rule.level === 'free' || !paysFor(rule, run)) {
    const unseen = unpayable && verdict === 'not-testable' && readAgain[rule.kind];
    return unseen ? { ...outcome, detail: `${outcome.detail} ${unpayable}` } : outcome;
  }
  if (unpayable && (verdict === 'pass' || verdict === 'not-testable')) {
    return { verdict: 'not-testable', detail: unpayable };
  }
  return paid && verdict === 'pass' ? { verdict: 'error', detail: `Inconclusive: ${paid}` } : outcome;
}

/** Repeats a check that failed; a failure that cannot be seen again is inconclusive. Limits cannot be used up twice. */
async function judgeAgain(
  rule: Rule,
  family: Family,
  run: Run,
  options: JudgeOptions,
  tidy: () => Promise<void>,
): Promise<Judgement> {
  const tried = async () => {
    const outcome = await judge(rule, family, run, options);
    if (outcome.verdict !== 'pass' && !outcome.unanswered && !outcome.later) await tidy();
    return outcome;
  };
  const first = await tried();
  if (first.verdict !== 'fail' || rule.kind === 'limit') return first;
  for (let count = 0; count < repeats; count += 1) {
    const again = await tried();
    if (again.verdict !== 'pass') return again.verdict === 'fail' ? again : first;
  }
  const { detail, expected, actual } = first;
  const values = JSON.stringify({ expected, actual });
  return { verdict: 'error', detail: `Seen once and not again in ${repeats} repetitions: ${detail} ${values}` };
}
