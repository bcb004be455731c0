import { setSettlements } from '../calls/control.ts';
import type { Paying } from '../check/context.ts';
import type { Family } from '../check/family.ts';
import type { Run } from '../check/run.ts';
import { inParallel } from '../common/in-parallel.ts';
import type { Rule, RuleKind } from '../contract/contract.ts';
import type { PaidControl, PositiveControl } from './positive-control.ts';
import { inconclusive, mayChange, withoutPayment } from './prejudge.ts';
import { type Queues, queuesOf } from './queues.ts';
import { type CheckResult, runAndConfirm, runCheck, type Task } from './run-check.ts';
import { patienceAlone, timeoutOf } from './timing.ts';
import { createUnserved, type UnservedOperations } from './unserved.ts';

/** The parts that the runner needs. */
export interface RunnerParts {
  readonly run: Run;
  readonly families: Readonly<Partial<Record<RuleKind, Family>>>;
  readonly control: PositiveControl;
  /** Makes the paid part of the positive control; called once, after all checks that need no payment. */
  readonly pay?: () => Promise<PaidControl>;
  /** Aborted when the run has to end. */
  readonly stop?: AbortSignal;
  /** Why rules cannot be tested on this target, by their ids. */
  readonly untestable?: ReadonlyMap<string, string>;
  /** Ids of rules that the budget of requests leaves out. */
  readonly left?: ReadonlySet<string>;
  /** True when the wallets hold money for certain. */
  readonly funded: boolean;
  /** Milliseconds that one check may take. */
  readonly timeout: number;
  /** Brings the target back to its first state, where that can be done. */
  readonly fresh: () => Promise<void>;
  readonly alive: () => Promise<boolean>;
  /** Why the target lets the run do nothing more; absent while it does. */
  readonly blocked?: () => string | undefined;
  readonly onResult: (rule: Rule, outcome: CheckResult) => void;
}

/** How a run ended. */
export interface End {
  /** Why it is incomplete: the target stopped responding, the run was stopped, or no payment is served. */
  readonly partial?: string;
  /** True where the run ended before all rules were judged. */
  readonly gone: boolean;
  /** The one cause of every failure: the target answers every request alike. */
  readonly alike?: string;
}

/** The progress of a run. */
interface Progress {
  readonly parts: RunnerParts;
  readonly queues: Queues;
  /** True where settlements can be made to fail. */
  readonly canFailSettlements: boolean;
  readonly unserved: UnservedOperations;
  /** Ids of the rules that failed. */
  readonly failed: Set<string>;
  control: PositiveControl;
  /** The reason why the run ended early; absent while it goes on. */
  ended?: string;
}

type Phase = (progress: Progress) => Promise<void>;

/**
 * The phases of a run, in order: checks that cost the least and disturb the fewest others come first.
 *
 * A check that turns out to need a payment in an early phase is put off to a later one.
 */
const phases: readonly Phase[] = [
  runUnpaid,
  runUnpaidChanges,
  controlPayments,
  runUnsettled,
  runPaid,
  runChanges,
  runAreas,
  runLimits,
  runWhole,
  runServed,
  readResponsesAgain,
];

/** Judges rules, phase by phase. */
export async function runChecks(rules: readonly Rule[], parts: RunnerParts): Promise<End> {
  const canFailSettlements = await setSettlements(parts.run, 'succeed');
  const queues = queuesOf(rules, parts);
  const unserved = createUnserved(parts.run);
  const progress: Progress = { parts, queues, canFailSettlements, unserved, failed: new Set(), control: parts.control };
  for (const phase of phases) await phase(progress);

  const { ended, control } = progress;
  const partial =
    ended === undefined ? (control.alike ?? control.challenge ?? control.paid) : `The run is incomplete: ${ended}`;
  return {
    gone: ended !== undefined,
    ...(control.alike !== undefined && { alike: control.alike }),
    ...(partial !== undefined && { partial }),
  };
}

/** Checks that run at the same time while they change nothing: few on a deployment that others use. */
const concurrency = { used: 8, controlled: 24 };

async function runUnpaid(progress: Progress): Promise<void> {
  const { parts, queues, canFailSettlements } = progress;
  const paying = parts.run.level === 'paid' || canFailSettlements ? 'nothing' : undefined;
  const atOnce = parts.run.control ? concurrency.controlled : concurrency.used;
  await inParallel(queues.unpaid, atOnce, (task) => perform(progress, task, { paying }));
}

async function runUnpaidChanges(progress: Progress): Promise<void> {
  await inParallel(progress.queues.unpaidChanges, 1, (task) =>
    perform(progress, task, { alone: true, paying: 'nothing' }),
  );
}

/** Checks whether the target serves payments at all, if any remaining check pays. */
async function controlPayments(progress: Progress): Promise<void> {
  const { parts, queues } = progress;
  const left = [queues.paid, queues.changes, queues.beside, queues.limits, queues.whole, queues.served].flat().length;
  if (progress.ended || parts.stop?.aborted || left === 0) return;
  progress.control = { ...progress.control, ...(await parts.pay?.()) };
  if (progress.control.paid && !(await parts.alive())) progress.ended = unresponsive;
}

async function runUnsettled(progress: Progress): Promise<void> {
  const { parts, queues } = progress;
  if (queues.unsettled.length === 0 || !(await setSettlements(parts.run, 'fail'))) return;
  try {
    const tasks = queues.unsettled.splice(0);
    await inParallel(tasks, concurrency.used, (task) => perform(progress, task, { paying: 'unsettled' }));
  } finally {
    await setSettlements(parts.run, 'succeed');
  }
}

async function runPaid(progress: Progress): Promise<void> {
  const { unsettled, paid } = progress.queues;
  await inParallel([...unsettled, ...paid], 1, (task) => perform(progress, task));
}

async function runChanges(progress: Progress): Promise<void> {
  // A target that is reset, or whose clock is moved, forgets payments that wait for a batch, or cannot settle them.
  if (progress.parts.run.control) await runWhole(progress);
  await inParallel(progress.queues.changes, 1, (task) => perform(progress, task, { alone: true }));
}

/** Areas whose checks run at the same time. */
const areas = 6;

/**
 * Runs checks that keep to one area at the same time as those of other areas.
 *
 * Those that do not pass are repeated alone where the target can be brought back to its first state before each.
 */
async function runAreas(progress: Progress): Promise<void> {
  const { parts, queues } = progress;
  const beside = parts.run.control !== undefined;
  const lanes = Map.groupBy(queues.beside.splice(0), ({ rule, family }) => family.area?.(rule, parts.run));
  await inParallel([...lanes.values()], areas, (tasks) =>
    inParallel(tasks, 1, (task) => perform(progress, task, { alone: true, beside })),
  );
  if (queues.beside.length > 0 && !progress.ended) await parts.fresh();
  await inParallel(queues.beside, 1, (task) => perform(progress, task, { alone: true }));
}

async function runWhole(progress: Progress): Promise<void> {
  await inParallel(progress.queues.whole.splice(0), 1, (task) => perform(progress, task));
}

/** Judges which operations serve calls, and reports failures again that were wrongly put down to one that does not. */
async function runServed(progress: Progress): Promise<void> {
  const { parts, queues, unserved, failed } = progress;
  await inParallel(queues.served, 1, (task) => perform(progress, task));
  for (const [rule, outcome] of unserved.mistaken(failed)) parts.onResult(rule, outcome);
}

async function runLimits(progress: Progress): Promise<void> {
  await inParallel(progress.queues.limits, 1, async (task) => {
    if (!progress.ended) await progress.parts.fresh();
    await perform(progress, task, { alone: true });
  });
}

/** Repeats the checks that only read responses, now that all responses of the run are there. */
async function readResponsesAgain({ parts, queues, ended, control }: Progress): Promise<void> {
  const { run, stop, timeout, onResult } = parts;
  await inParallel(ended || stop?.aborted ? [] : queues.readAgain, 1, async (task) => {
    const { rule } = task;
    const outcome = await runCheck(task, run, { timeout: timeoutOf(rule, run, timeout), patient: false });
    // One that is read off all responses has passed before.
    const isNews = outcome.verdict === 'pass' && !task.family.again?.(rule);
    if (isNews || outcome.verdict === 'fail') onResult(rule, inconclusive(rule, outcome, run, control));
  });
}

/** Why no more rules are judged. */
const unresponsive = 'the target stopped responding.';
const stopped = 'it was stopped.';

interface Manner {
  /** True for a check that changes the state of the target. */
  readonly alone?: boolean;
  /** True where others run at the same time: a check that does not pass is put off. */
  readonly beside?: boolean;
  readonly paying?: Paying | undefined;
}

/** Runs a check and reports its outcome, or puts it off where it needs a payment that it may not make. */
async function perform(progress: Progress, task: Task, { alone, beside, paying }: Manner = {}): Promise<void> {
  const { parts, queues } = progress;
  const { run, stop, onResult } = parts;
  const { rule } = task;
  const known = withoutPayment(rule, run, progress.control, parts.funded);
  if (known && !progress.ended) {
    onResult(rule, known);
    return;
  }
  if (stop?.aborted) progress.ended ??= stopped;
  if (progress.ended) {
    onResult(rule, { verdict: 'error', detail: `Not judged: ${progress.ended}` });
    return;
  }
  const options = {
    timeout: timeoutOf(rule, run, parts.timeout),
    patient: !alone || patienceAlone(rule, run),
    paying,
    beside,
    ...(stop && { stop }),
  };
  // A check that did not pass may have left scripts behind or the clock moved, which would fail the next one.
  const cleanUp = alone ? parts.fresh : async () => {};
  const judgement = beside ? await runCheck(task, run, options) : await runAndConfirm(task, run, options, cleanUp);
  if (beside && judgement.verdict !== 'pass') {
    queues.beside.push(task);
    return;
  }
  const outcome = await progress.unserved.attribute(rule, judgement);
  if (stop?.aborted) progress.ended ??= stopped;
  const blocked = parts.blocked?.();
  if (blocked !== undefined) progress.ended ??= blocked;
  if (outcome.later) {
    (paying === 'nothing' && progress.canFailSettlements ? queues.unsettled : queues.paid).push(task);
    return;
  }
  if ('unanswered' in outcome && !(await parts.alive())) progress.ended ??= unresponsive;
  const isPassed = outcome.verdict === 'pass';
  if (mayChange(rule, outcome) || (isPassed && task.family.again?.(rule))) queues.readAgain.push(task);
  if (outcome.verdict === 'fail') progress.failed.add(rule.id);
  onResult(rule, inconclusive(rule, outcome, run, progress.control));
}
