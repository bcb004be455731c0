import { formatUsd } from '@tollwright/runtime/money/usd';
import { checkContext } from './check/context.ts';
import type { Rule } from './contract/contract.ts';
import { families } from './families/index.ts';
import { type Client, createClient } from './http/client.ts';
import { paceOf } from './http/pace.ts';
import { applyBaseline } from './report/baseline.ts';
import { causesOf, oneCause } from './report/causes.ts';
import { coverageOf } from './report/coverage.ts';
import { repeatCommand } from './report/repeat.ts';
import { countVerdicts, type Report, type RuleResult, reportVerdict } from './report/report.ts';
import { resultOf } from './report/result.ts';
import { planRequests, type RequestPlan } from './run/budget.ts';
import type { ConformOptions } from './run/options.ts';
import { paidControl, unpaidControl } from './run/positive-control.ts';
import { type End, runChecks } from './run/runner.ts';
import { openSession, type Session } from './run/session.ts';
import { type Setup, setUp } from './run/setup.ts';

export type { Progress } from './report/progress.ts';
export type { ConformOptions } from './run/options.ts';

/**
 * Judges a deployment by a contract, through a client of the caller's where there is one, which stays open.
 *
 * Throws `UsageError` when there is nothing to judge: wrong options, a missing secret, or a URL without a deployment.
 */
export async function conform(options: ConformOptions, own?: Client): Promise<Report> {
  const started = { at: new Date().toISOString(), clock: performance.now() };
  const setup = await setUp(options);
  const { target, level } = setup;
  const client = own ?? clientOf(setup, options);
  const controlClient =
    target.control && level === 'controlled' ? createClient(target.control.url, options) : undefined;

  try {
    const plan = setup.maxRequests === undefined ? undefined : await planRequests(setup, families);
    const session = await openSession(options, setup, { client, controlClient }, plan?.sampling);
    const results = new Map<string, RuleResult>();
    const end = await judgeRules(options, { ...setup, ...(plan && { plan }) }, session, results);
    if (!end.gone) await session.controlled?.fresh();
    return reportOf(options, setup, session, { end, started, results });
  } finally {
    await Promise.all([own ? undefined : client.close(), controlClient?.close()]);
  }
}

/** Plans the requests of a run at level free, and sends none. Throws `UsageError` like a run. */
export async function planConform(options: ConformOptions): Promise<RequestPlan> {
  return planRequests(await setUp({ ...options, level: 'free' }), families);
}

/** The client of the target, at the rate of the run. */
function clientOf({ target, level }: Setup, options: ConformOptions): Client {
  const waited = (milliseconds: number) => checkContext.getStore()?.waited?.(milliseconds);
  const turn = target.rate === undefined ? undefined : paceOf(target.rate, waited);
  return createClient(new URL(target.url).origin, { ...options, free: level === 'free', turn });
}

/** Judges the rules of a run, and puts their results where they are reported from. */
async function judgeRules(
  options: ConformOptions,
  { target, level, seed, rules, secrets, contract, plan }: Setup & { readonly plan?: RequestPlan },
  { run, untestable, controlled, alive }: Session,
  results: Map<string, RuleResult>,
): Promise<End> {
  options.progress?.({ total: rules.length, done: 0, level });
  // A limit that is used up says nothing about the target.
  const patient = { signal: options.stop ?? new AbortController().signal, patient: true };
  const { control, challenged } = await checkContext.run(patient, () => unpaidControl(run));
  const { url, host } = target;
  const repeat = (rule: string) => repeatCommand(rule, { ...repeatable(options), url, host, level, seed });
  return runChecks(plan ? plannedFirst(rules, plan) : rules, {
    run,
    families,
    control,
    pay: () => checkContext.run(patient, () => paidControl(run, challenged)),
    ...(options.stop && { stop: options.stop }),
    untestable,
    funded: controlled?.funded ?? false,
    timeout: options.checkTimeout ?? 90_000,
    async fresh() {
      await run.beforeReset();
      await controlled?.fresh();
    },
    alive,
    ...(plan && { left: plan.left }),
    blocked: () => run.transport.blocked,
    onResult: (rule, outcome) => {
      const result = resultOf(rule, outcome, { contract, url, secrets, repeat });
      results.set(rule.id, result);
      options.progress?.({ total: rules.length, done: results.size, level, result });
    },
  });
}

/** The rules of a plan in its order, then the others. */
function plannedFirst(rules: readonly Rule[], plan: RequestPlan): readonly Rule[] {
  const planned = plan.rules.map(({ rule }) => rule);
  return [...new Set([...planned, ...rules])];
}

interface FinishedRun {
  readonly end: End;
  readonly started: { readonly at: string; readonly clock: number };
  readonly results: ReadonlyMap<string, RuleResult>;
}

function reportOf(
  { stop }: ConformOptions,
  { target: { url, host }, level, seed, rules, baseline, secrets }: Setup,
  { run, spending, requests }: Session,
  ended: FinishedRun,
): Report {
  const judged = rules.flatMap(({ id }) => ended.results.get(id) ?? []);
  const { results, stale } = applyBaseline(judged, baseline);
  const { partial, alike } = ended.end;
  const failed = results.filter((result) => reportVerdict(result) === 'fail');
  return {
    report: 1,
    target: { url, host },
    level,
    seed,
    started: ended.started.at,
    ...(partial !== undefined && { partial: secrets.redact(partial) }),
    ...(stop?.aborted && { stopped: true }),
    summary: {
      ...countVerdicts(results),
      requests: requests + run.transport.requests,
      spent_usd: formatUsd(spending.budget.spent),
      seconds: Math.round((performance.now() - ended.started.clock) / 100) / 10,
    },
    coverage: coverageOf(results, run.contract.statements),
    results,
    causes: alike === undefined ? causesOf(failed) : oneCause(failed, secrets.redact(alike)),
    settlements: spending.settlements,
    ...(stale.length > 0 && { stale }),
  };
}

function repeatable({ target, control, maxSpend, contractFile, release, rpc }: ConformOptions) {
  return {
    ...(target !== undefined && { target }),
    ...(control && { control: control.url }),
    ...(maxSpend !== undefined && { maxSpend }),
    // Its path may be a secret.
    ...(rpc !== undefined && { rpc: new URL(rpc).origin }),
    ...(contractFile !== undefined && { contract: contractFile }),
    ...(release !== undefined && { release }),
  };
}
