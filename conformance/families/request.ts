import fc from 'fast-check';
import { answerCacheOf } from '../calls/answer-cache.ts';
import { isAccepted } from '../calls/responses.ts';
import { type Family, oneSided } from '../check/family.ts';
import { type Failure, type Finding, failure, notTestable } from '../check/outcome.ts';
import { type Run, samplesFor } from '../check/run.ts';
import { isInterruption, PaymentPostponed } from '../http/interruption.ts';
import { constraintOf, type RequestConstraint, type RuleFinding } from '../requests/constraint.ts';
import { checkDefault } from '../requests/default.ts';
import { planLacking, planPairs } from '../requests/pairs.ts';
import { draws, type PlannedMiss, planDrawn, planMisses, planSmallest } from '../requests/plan-invalid.ts';
import { callWithField, isLackedOptional, planBoundaries } from '../requests/plan-valid.ts';
import { firstFindingOf } from '../requests/send.ts';
import { showTogether } from '../requests/together.ts';
import { fieldName } from '../requests/violation.ts';

/** Near misses of the example below which random requests show more. */
const fewMisses = 2;

/** Random requests into which near misses of one rule are put. */
const randomRuns = 1;

/** One keyword of a request's schema: values that just break it are refused, values that just keep it are accepted. */
export const requestFamily: Family = oneSided({
  kind: 'request',
  async check(rule, run) {
    const constraint = constraintOf(rule, run);
    if (!constraint)
      return { verdict: 'error', detail: 'The rule has no operation, or no schema location in its request.' };
    const checks =
      constraint.keyword === 'default' ? [checkDefault] : [checkOptional, checkBoundaries, checkMisses, checkBeside];
    const judged: RuleFinding[] = [];
    for (const check of checks) {
      const { count, finding } = await check(run, constraint);
      if (finding?.verdict === 'fail') return finding;
      judged.push({ count, finding });
    }
    const undecided = judged.find(({ finding }) => finding)?.finding;
    if (undecided) return undecided;
    const count = judged.reduce((sum, each) => sum + each.count, 0);
    if (count > 0) return { verdict: 'pass', detail: `Requests judged: ${count}.` };
    return notTestable('suite', 'No request was found that only this keyword makes invalid, or that is at its bound.');
  },
});

/** Checks whether the example is rejected only because it lacks an optional field: the same call with it is then accepted. */
async function checkOptional(run: Run, constraint: RequestConstraint): Promise<RuleFinding> {
  const nothing: RuleFinding = { count: 0, finding: undefined };
  if (!isLackedOptional(constraint)) return nothing;
  const { send } = answerCacheOf(run);
  const { operation, requests } = constraint.context;
  const without = await send(requests.base);
  if (isAccepted(run.contract, operation, without.received)) return nothing;
  const call = callWithField(constraint);
  const given = call && (await send(call));
  if (!given || !isAccepted(run.contract, operation, given.received)) return nothing;
  const detail = `Valid request must be accepted: ${fieldName(constraint.part, constraint.path)} is optional.`;
  return { count: 2, finding: failure(detail, given.received.status, without) };
}

/** Sends the example with each boundary value. */
async function checkBoundaries(run: Run, constraint: RequestConstraint): Promise<RuleFinding> {
  const planned = planBoundaries(constraint);
  if (run.level === 'free') await showTogether(run, constraint.rule, constraint.context.operation);
  return { count: planned.length, finding: await firstFindingOf(run, planned) };
}

/** Sends near misses of the example, then of random requests; a failure is reported with the smallest request. */
async function checkMisses(run: Run, constraint: RequestConstraint): Promise<RuleFinding> {
  const planned = planMisses(constraint);
  const count = planned.length;
  for (const each of planned) {
    const finding = await firstFindingOf(run, [each.request]);
    if (finding?.verdict === 'fail') return { count, finding: await smallest(run, constraint, each, finding) };
    if (finding) return { count, finding };
  }
  return {
    count,
    finding:
      count > 0 && constraint.part === 'body' && count < fewMisses && samplesFor(constraint.rule, run) > 3
        ? await checkDraws(run, constraint)
        : undefined,
  };
}

/** The failure of the smallest request with the same violation, if that fails as well. */
async function smallest(
  run: Run,
  constraint: RequestConstraint,
  { miss }: PlannedMiss,
  finding: Failure,
): Promise<Failure> {
  const request = planSmallest(constraint, miss);
  const again = request && (await firstFindingOf(run, [request]));
  return again?.verdict === 'fail' && again.expected === finding.expected ? again : finding;
}

/** Sends requests with many fields, valid ones and such that lack a required field, where calls cost nothing. */
async function checkBeside(run: Run, constraint: RequestConstraint): Promise<RuleFinding> {
  if (run.level !== 'controlled') return { count: 0, finding: undefined };
  const planned = [...(await planPairs(run, constraint)), ...(await planLacking(run, constraint))];
  return { count: planned.length, finding: await firstFindingOf(run, planned) };
}

/** Puts near misses into random requests; never pays. */
async function checkDraws(run: Run, constraint: RequestConstraint): Promise<Finding> {
  let failed: Finding;
  const property = fc.asyncProperty(draws(constraint), async (draw) => {
    const planned = planDrawn(constraint, draw);
    fc.pre(planned !== undefined);
    const finding = await firstFindingOf(run, planned).catch(ignoreInterruption);
    if (finding?.verdict === 'fail') failed = finding;
    return finding?.verdict !== 'fail';
  });
  const options = {
    seed: run.seed,
    numRuns: randomRuns,
    maxSkipsPerRun: 10,
    interruptAfterTimeLimit: 10_000,
  };
  const { errorInstance } = await fc.check(property, options);
  if (errorInstance !== null && !failed) throw errorInstance;
  return failed;
}

/** An interruption of one random request leaves the others; one that needs a payment is sent again once payments are made. */
function ignoreInterruption(error: unknown): undefined {
  if (!isInterruption(error) || error instanceof PaymentPostponed) throw error;
}
