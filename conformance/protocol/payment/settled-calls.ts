import { isServed, sendPayment } from '../../calls/cheapest.ts';
import { ledgerOf, racers, watchedPayer } from '../../calls/control.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import { allChallengesOf } from '../../calls/unpaid.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import { valueAt } from '../../common/json.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Challenge, Exchange } from '../../http/exchange.ts';
import { NotTestable, UnexpectedResponse, whereItCan } from '../../http/interruption.ts';
import { transportOf } from '../../http/payment-headers.ts';
import { sampleOf } from '../../http/sample.ts';
import { leavesPaymentOpen } from '../../machine/accepted.ts';
import { causeHard, driveTo } from '../../machine/drive.ts';
import { startJob } from '../../machine/job.ts';
import { isPreparedApart, type PaidPreparedCall, preparedExample } from '../../scenario/prepared-calls.ts';
import type { Transfer } from '../../target/control.ts';

/** A paid call that was served, sent again in every way, and the transfers that settled for it. */
interface SettledCall {
  readonly operation: Operation;
  readonly challenge: Challenge;
  readonly exchange: Exchange;
  readonly payer: string;
  /** Calls that were served, of all that were sent with its payment. */
  readonly served: readonly Exchange[];
  /** The responses to the same payment in each header, after it was settled; none for the poll of a job. */
  readonly again: readonly Exchange[];
  readonly transfers: readonly Transfer[];
  /** True where a scenario had to make it possible first. */
  readonly placed: boolean;
}

/** Operations that are paid at the same time, each with a wallet and a ledger of its own. */
const concurrency = 3;

/**
 * Buys every paid operation once with a wallet of its own: by one payment that is sent twenty times at once, then again
 * in each header. Operations that may start a job are called so as well, and the job is fetched by twenty polls at once.
 *
 * Invalid signatures are tried once for each kind of payment, since one verifier serves all of a kind. Settlements are
 * judged on each operation, since each decides itself when it settles.
 */
export const settledCalls = oncePerRun(async (run): Promise<readonly SettledCall[]> => {
  const tried = await inParallel(await allChallengesOf(run), concurrency, async ({ operation }) => {
    const first = settlesByPollAlone(operation)
      ? undefined
      : await whereItCan(() => buy(run, operation)).catch(undecided);
    if (!first?.refused) return { operation, bought: first?.call, isLeft: false };
    // Jobs and some scenarios may move the clock, which ends the windows of payments that are under way.
    const isLeft = !isPreparedApart(run.contract, operation);
    return { operation, bought: isLeft ? undefined : await buyPlaced(run, operation), isLeft };
  });
  const calls: SettledCall[] = [];
  for (const { operation, bought: first, isLeft } of tried) {
    const bought = isLeft ? await buyPlaced(run, operation) : first;
    const fetched = await whereItCan(() => fetchJob(run, operation)).catch(undecided);
    calls.push(...[bought, fetched].filter((call) => call !== undefined));
  }
  if (calls.length === 0) throw new NotTestable('unserved', 'No paid operation served its example.');
  return calls;
});

/** The result of a payment: the call is present if it was served at once. */
interface RaceResult {
  readonly call?: SettledCall;
  readonly refused: boolean;
}

async function buy(run: Run, operation: Operation): Promise<RaceResult> {
  const payer = await watchedPayer(run);
  if (!payer) throw new NotTestable('means', 'The control API has no ledger of settlements.');
  return race(run, operation, { invocation: sampleOf(operation), payer });
}

/** Pays once more where a scenario has made the call possible. */
function buyPlaced(run: Run, operation: Operation): Promise<SettledCall | undefined> {
  return whereItCan(async () => {
    const placed = await preparedExample(run, operation);
    const second = placed && (await race(run, operation, placed)).call;
    return second && { ...second, placed: true };
  }).catch(undecided);
}

/** Sends one payment at once and again, in each header. */
async function race(run: Run, operation: Operation, { invocation, payer }: PaidPreparedCall): Promise<RaceResult> {
  const before = await ledgerOf(run, payer.address);
  const paid = await run.pay(invocation, { wallet: payer, concurrent: racers });
  const refused = isStateRefusal(run.contract, operation, paid.received);
  if (!isServed(paid) || leavesPaymentOpen(run.contract, operation, paid)) return { refused };
  const again: Exchange[] = [];
  for (const name of transportOf(run.contract).payment.headers)
    again.push(await sendPayment(run, invocation, paid.header, name));
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  const served = [...paid.all, ...again].filter(isServed);
  const { challenge } = paid;
  const call = { operation, challenge, exchange: paid, payer: payer.address, served, again, transfers, placed: false };
  return { call, refused };
}

/** Creates a job by one payment many times at once, lets it finish, and fetches it by many polls at once: one of them settles. */
async function fetchJob(run: Run, operation: Operation): Promise<SettledCall | undefined> {
  const machine = createsJob(operation) ? run.contract.machines[operation.machine?.id ?? ''] : undefined;
  const settling = machine?.transitions.find(({ effects }) => effects.includes('settle-once'));
  const from = settling?.from[0];
  if (!machine || !settling || from === undefined) return undefined;
  const job = await startJob(run, machine, operation, racers);
  await driveTo(run, job, from);
  await causeHard(run, job, settling, from);
  const { exchange } = await job.poll();
  const transfers = await job.transfers();
  if (!job.payer || !transfers) return undefined;
  const { challenge, all } = job.accepted;
  const jobs = new Map(all.filter(isServed).map((each) => [jobIn(machine, each), each]));
  const served = [...jobs.values()];
  return { operation, challenge, exchange, payer: job.payer.address, served, again: [], transfers, placed: false };
}

/** True for a poll that found its job settled: the receipt went to the poll that settled it, and may not come again. */
export function isLaterPoll({ received }: Exchange): boolean {
  return valueAt(received.json, '/payment/status') === 'already_settled';
}

/** True for an operation that may create a job that a poll settles. */
function createsJob({ payment, machine }: Operation): boolean {
  return machine?.role === 'create' && payment?.settles.includes('on-poll') === true;
}

/** True where nothing settles within the call that creates the job. */
function settlesByPollAlone({ payment }: Operation): boolean {
  return payment?.settles === 'on-poll';
}

/** The id of the job in a response; the exchange itself where it has none. */
function jobIn({ reads }: Machine, exchange: Exchange): unknown {
  return valueAt(exchange.received.json, reads.id ?? '/id') ?? exchange;
}

/** Leaves an operation with an unexpected response to the rules about its responses. */
function undecided(error: unknown): undefined {
  if (!(error instanceof UnexpectedResponse)) throw error;
}

/** A paid operation that serves a certain call. */
export interface ServableOperation {
  readonly operation: Operation;
  /** True where a scenario has to make the call possible: it may then read resources that the service has created. */
  readonly placed: boolean;
  /** True where it cannot be called beside others: what makes it possible reaches beyond its area or may move the clock. */
  readonly alone: boolean;
  /** Makes the call possible once more, for a wallet whose ledger is known. */
  readonly place: () => Promise<PaidPreparedCall>;
}

/** Every paid operation of which a call is served: its example, or the one that a scenario makes possible. */
export const servableOperations = oncePerRun(async (run): Promise<readonly ServableOperation[]> => {
  const served = new Map((await settledCalls(run)).map((call) => [call.operation.id, call]));
  return (await allChallengesOf(run)).flatMap(({ operation }) => {
    const call = served.get(operation.id);
    if (!call) return [];
    const { placed } = call;
    const alone = placed && !isPreparedApart(run.contract, operation);
    return [{ operation, placed, alone, place: () => placeOf(run, operation, placed) }];
  });
});

async function placeOf(run: Run, operation: Operation, needsScenario: boolean): Promise<PaidPreparedCall> {
  const placed = needsScenario ? await preparedExample(run, operation) : undefined;
  if (needsScenario && !placed)
    throw new NotTestable('unserved', `No scenario makes a call of ${operation.id} possible.`);
  return placed ?? { invocation: sampleOf(operation), payer: await run.freshPayer() };
}
