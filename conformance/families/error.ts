import { answerCacheOf } from '../calls/answer-cache.ts';
import { watchedPayer } from '../calls/control.ts';
import { isShown, needAnswer } from '../calls/responses.ts';
import type { Family } from '../check/family.ts';
import type { Outcome } from '../check/outcome.ts';
import type { Run } from '../check/run.ts';
import type { ErrorEntry, Operation, Rule } from '../contract/contract.ts';
import { judgeDue } from '../errors/due.ts';
import { mistakesOf } from '../errors/mistakes.ts';
import { provoke, refusedOrServed } from '../errors/provoke.ts';
import { errorMismatch, seenError } from '../errors/responses.ts';
import { NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { startJob } from '../machine/job.ts';
import { needExample } from '../requests/send.ts';
import { isPreparedApart } from '../scenario/prepared-calls.ts';
import { judgeLimited } from './limit.ts';

/**
 * An error of an operation: caused where the spec says how, else read off the responses of the run.
 *
 * These checks run alone and late, so that there are responses to read.
 */
export const errorFamily: Family = {
  kind: 'error',
  alone: () => true,
  area: areaOf,
  async check(rule, run) {
    const entry = run.contract.errors[rule.subject ?? ''];
    if (!entry || !rule.operation) return { verdict: 'error', detail: `There is no error "${rule.subject}".` };
    const operation = run.operation(rule.operation);
    if (!isShown(operation)) await needExample(answerCacheOf(run), operation);
    const how = entry.provoke;
    if (how && (how.hosts?.includes(run.contract.host.id) ?? true)) {
      const provoked = await provoke(run, operation, entry, how);
      if (provoked) return provoked;
    }
    const limit = run.contract.limits.find(
      ({ error, operations }) => error === entry.id && operations.includes(operation.id),
    );
    if (limit) return judgeLimited(run, limit, operation, entry);
    return (
      (await judgeClosed(run, operation, entry)) ??
      (await judgeDue(answerCacheOf(run), operation, entry)) ??
      (await judgeAbsent(run, operation, entry)) ??
      (await judgeOtherCaller(run, operation, entry)) ??
      judgeByResponses(run, operation, entry)
    );
  },
};

/** The area of an error that no limit causes, whose calls, jobs and scenarios all belong to that area. */
function areaOf({ subject = '', operation: id = '' }: Rule, { contract }: Run): string | undefined {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation || contract.errors[subject]?.http === 429 || !isPreparedApart(contract, operation)) return undefined;
  const { area, machine } = operation;
  const isElsewhere = (each: Operation) => each.machine?.id === machine?.id && each.area !== area;
  return machine && contract.operations.some(isElsewhere) ? undefined : area;
}

/** Judges the error that every call of a closed operation gets. */
async function judgeClosed(run: Run, operation: Operation, entry: ErrorEntry): Promise<Outcome | undefined> {
  if (operation.closed !== entry.id) return undefined;
  const exchange = await refusedOrServed(run, sampleOf(operation));
  needAnswer(run, operation, exchange);
  const mismatch = errorMismatch(run, entry, exchange);
  return mismatch
    ? { verdict: 'fail', ...mismatch, exchange }
    : { verdict: 'pass', detail: 'A call was refused with it.' };
}

/** Judges the 404 error of a poll by its example, whose job does not exist. */
async function judgeAbsent(run: Run, operation: Operation, entry: ErrorEntry): Promise<Outcome | undefined> {
  const alike = operation.errors.filter((id) => run.contract.errors[id]?.http === 404);
  if (operation.machine?.role !== 'poll' || entry.http !== 404 || alike.length !== 1) return undefined;
  const exchange = await refusedOrServed(run, sampleOf(operation));
  const { status } = exchange.received;
  // Earlier calls may have used a limit up.
  if (status === 429) needAnswer(run, operation, exchange);
  // An unsigned poll is invalid as well, and the documents leave open which of the two is checked first.
  const isUnsigned = (id: string) => run.contract.errors[id]?.http === 400;
  const polls = run.contract.operations.filter(({ machine }) => machine?.id === operation.machine?.id);
  const unsigned = polls.some(({ machine, errors }) => machine?.role === 'poll' && errors.some(isUnsigned));
  if ([401, 402].includes(status) || (status === 400 && unsigned) || status < 300) return undefined;
  // An operation that is not implemented yet does not show its errors.
  if (status === 501) throw new UnexpectedResponse(`${operation.id} returns 501 for its own example.`, exchange);
  const mismatch = errorMismatch(run, entry, exchange);
  return mismatch
    ? { verdict: 'fail', ...mismatch, exchange }
    : { verdict: 'pass', detail: 'A request with an unknown id was refused with it.' };
}

/** Judges the error of a poll that is not by the payer of the job: 403 where the operation has one such error, else 402. */
async function judgeOtherCaller(run: Run, operation: Operation, entry: ErrorEntry): Promise<Outcome | undefined> {
  const machine = run.contract.machines[operation.machine?.id ?? ''];
  const alike = operation.errors.filter((id) => run.contract.errors[id]?.http === entry.http);
  const { payment } = run.contract.host;
  const unsignedPoll = payment !== undefined && entry.role === payment.transport.refusals.missing;
  if (operation.machine?.role !== 'poll' || !machine || !run.control) return undefined;
  if (!unsignedPoll && (entry.http !== 403 || alike.length !== 1)) return undefined;
  const job = await startJob(run, machine);
  // Several operations may poll jobs of one kind, each those of one create operation.
  if (job.polledBy !== operation) return undefined;
  const exchange = await job.pollAs(unsignedPoll ? 'unsigned' : 'other-caller');
  if (exchange.received.status < 300) return undefined;
  const mismatch = errorMismatch(run, entry, exchange);
  return mismatch
    ? { verdict: 'fail', ...mismatch, exchange }
    : { verdict: 'pass', detail: 'A poll that is not by the payer was refused with it.' };
}

/** Reads the responses so far, then makes the usual mistakes until one of them gets the error. */
async function judgeByResponses(run: Run, operation: Operation, entry: ErrorEntry): Promise<Outcome> {
  const seen = seenError(run, operation, entry);
  if (seen) return seen;
  const payer = run.contract.host.auth === 'x402' ? await watchedPayer(run) : undefined;
  for (const mistake of mistakesOf(run, operation)) {
    await refusedOrServed(run, mistake, payer);
    const outcome = seenError(run, operation, entry);
    if (outcome) return outcome;
  }
  const detail = 'No response of this run was this error, and none of the usual mistakes causes it.';
  // Nothing in the contract says how it is caused on this host.
  throw new NotTestable(entry.provoke ? 'suite' : 'open', detail);
}
