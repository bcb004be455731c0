import { checkContext, type Patience, type Paying } from '../check/context.ts';
import type { Family } from '../check/family.ts';
import { type Observed, observing } from '../check/observation.ts';
import { notTestable, type Outcome, type Verdict } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { Rule } from '../contract/contract.ts';
import type { SentRequest } from '../http/exchange.ts';
import { BudgetSpent, NoResponse, NotTestable, PaymentPostponed, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { type Trace, traced } from '../http/trace.ts';
import { Deadline } from './deadline.ts';

/** A rule with the check of its kind. */
export interface Task {
  readonly rule: Rule;
  readonly family: Family;
}

/** How a check is run. */
export interface CheckOptions {
  /** Milliseconds that one check may take. */
  readonly timeout: number;
  readonly patient: Patience;
  /** The payments that it may make; a check that needs more is put off. */
  readonly paying?: Paying | undefined;
  /** True where others run at the same time. */
  readonly beside?: boolean | undefined;
  /** Aborted when the whole run has to end. */
  readonly stop?: AbortSignal;
}

/** An outcome, marked where the only reason for it is that the target did not respond, or that the check has to pay first. */
export type CheckResult = Verdict & { readonly unanswered?: true; readonly later?: true };

/**
 * Runs one check and turns whatever happens into an outcome.
 *
 * A check that throws, times out or gets no response is an `error`: never a failure of the target, never a pass. One
 * whose prerequisites are not met is `not-testable`, with the reason.
 */
export async function runCheck(
  { rule, family }: Task,
  run: Run,
  { timeout, patient, paying, beside, stop }: CheckOptions,
): Promise<CheckResult> {
  const aborted = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<CheckResult>();
  const abort = (detail: string) => {
    aborted.abort();
    end({ verdict: 'error', detail });
  };
  const deadline = new Deadline(timeout, () => abort(`The check timed out after ${timeout / 1000} s.`));
  const onStop = () => abort('The run was stopped during this check.');
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted) onStop();
  try {
    const context = {
      signal: aborted.signal,
      patient,
      waited: (milliseconds: number) => deadline.extend(milliseconds),
      answered: (milliseconds: number) => deadline.extend(milliseconds),
      ...(paying && { paying }),
      ...(beside && { beside: true as const }),
    };
    const check = checkContext.run(context, () =>
      traced(async (trace) => {
        const { result, observed } = await observing(() => family.check(rule, run));
        return withScript(withObservation(result, observed), trace);
      }),
    );
    return await Promise.race([check, ended]);
  } catch (error) {
    return outcomeOf(error);
  } finally {
    deadline.clear();
    stop?.removeEventListener('abort', onStop);
  }
}

/** A pass stands on responses: a check that has seen none has a fault of its own. */
function withObservation(outcome: Outcome, observed: Observed): Verdict {
  if (outcome.verdict !== 'pass') return outcome;
  if (observed.requests > 0) return { ...outcome, observed };
  return { verdict: 'error', detail: 'The check passed without having seen any response.' };
}

function outcomeOf(error: unknown): CheckResult {
  if (error instanceof PaymentPostponed)
    return { verdict: 'error', detail: 'The check needs a payment, and none was allowed.', later: true };
  if (error instanceof BudgetSpent)
    return notTestable('budget', 'The budget of requests was spent before its last one.');
  if (error instanceof NotTestable) return notTestable(error.reason, error.message);
  if (error instanceof NoResponse) {
    const { message: detail, sent } = error;
    return { verdict: 'error', detail, ...(sent && { sent }), unanswered: true };
  }
  if (error instanceof UnexpectedResponse) {
    const { message, exchange } = error;
    const { sent, received } = exchange;
    if (received.status === 500) return { verdict: 'error', detail: `${crashOf(sent)}${message}`, sent };
    // A prerequisite that failed does not show whether the rule holds; if it breaks the documents, a rule of its own reports it.
    return notTestable('unserved', message);
  }
  return {
    verdict: 'error',
    detail: `The check itself threw an error: ${error instanceof Error ? error.message : String(error)}`,
  };
}

function crashOf({ method, path }: SentRequest): string {
  return `The target probably crashed: ${method} ${path.split('?')[0]} returned 500. `;
}

/** A finding with the calls of the control API that its check made before the request that shows it. */
function withScript(outcome: Verdict, { calls }: Trace): Verdict {
  if (outcome.verdict !== 'fail' || outcome.sequence || !outcome.exchange) return outcome;
  const { sent, received } = outcome.exchange;
  const scripted = calls.filter(({ base }) => base !== undefined);
  if (scripted.length === 0) return outcome;
  return { ...outcome, sequence: [...scripted, { sent, turn: Number.POSITIVE_INFINITY, status: received.status }] };
}

/** Times that a failing check is repeated before its failure counts as seen only once. */
const repeats = 2;

type Failure = Extract<CheckResult, { verdict: 'fail' }>;

/**
 * Makes a valid call of the operation that a finding is about. The clean-up after a failure makes a target forget earlier
 * calls, and the failure may need one: a target may answer from what it remembers.
 */
async function callAgain(run: Run, { exchange }: Failure, { timeout }: CheckOptions): Promise<void> {
  const shown = run.exchanges.find(({ exchange: { sent } }) => sent === exchange?.sent);
  if (!shown) return;
  const valid = sampleOf(shown.invocation.operation);
  const context = { signal: AbortSignal.timeout(timeout), patient: false };
  const call = () => (valid.operation.auth === 'payment' && run.level !== 'free' ? run.pay(valid) : run.send(valid));
  // Whatever comes of it, the repetition decides.
  await checkContext.run(context, call).catch(() => {});
}

/** Repeats a check that failed; a failure that cannot be seen again is inconclusive. Limits cannot be used up twice. */
export async function runAndConfirm(
  task: Task,
  run: Run,
  options: CheckOptions,
  cleanUp: () => Promise<void>,
): Promise<CheckResult> {
  const attempt = async () => {
    const outcome = await runCheck(task, run, options);
    if (outcome.verdict !== 'pass' && !outcome.unanswered && !outcome.later) await cleanUp();
    return outcome;
  };
  const first = await attempt();
  if (first.verdict !== 'fail' || task.rule.kind === 'limit') return first;
  for (let count = 0; count < repeats; count += 1) {
    if (count > 0) await callAgain(run, first, options);
    const again = await attempt();
    if (again.verdict !== 'pass') return again.verdict === 'fail' ? again : first;
  }
  const { detail, expected, actual } = first;
  const values = JSON.stringify({ expected, actual });
  return { verdict: 'error', detail: `Failed once and passed in ${repeats} repetitions: ${detail} ${values}` };
}
