import type { Run } from '../../check/check.ts';
import type { Challenge, Exchange } from '../../check/exchange.ts';
import { NotTestable, UnexpectedResponse } from '../../check/interruption.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import type { Machine, Operation } from '../../contract/contract.ts';
import { valueAt } from '../../json/json.ts';
import { causeHard, driveTo } from '../../machine/drive.ts';
import { startJob } from '../../machine/job.ts';
import { type PaidPreparedCall, preparedExample } from '../../requests/prepared-calls.ts';
import { isStateRefusal } from '../../requests/responses.ts';
import { sampleOf } from '../../requests/sample.ts';
import { inParallel } from '../../run/in-parallel.ts';
import type { Transfer } from '../../target/control.ts';
import { allChallengesOf } from '../challenge/unpaid.ts';
import { whereItCan } from '../payable/affordable.ts';
import { isServed, sendPayment } from '../payable/cheapest.ts';
import { ledgerOf, watchedPayer } from './ledger.ts';

/** A paid call that was served, sent again in every way, and what settled for it. */
export interface SettledCall {
  readonly operation: Operation;
  readonly challenge: Challenge;
  readonly exchange: Exchange;
  readonly payer: string;
  /** Calls that its payment bought, of all that were sent with it. */
  readonly served: readonly Exchange[];
  readonly transfers: readonly Transfer[];
  /** True where a story had to make it possible first. */
  readonly placed: boolean;
}

/** Times that each payment is sent at once. */
export const racers = 20;

/** Operations that are bought at the same time, where each has a wallet and a ledger of its own. */
const buyers = 3;

/**
 * Buys every paid operation once with a wallet of its own: by one payment that is sent twenty times at once, then again
 * in each header. What may become a job is ordered so as well, and fetched by twenty polls at once.
 *
 * Which signatures are refused is judged once for each kind of payment: one verifier stands before all of a kind. What
 * settles is judged on each, since each says itself when it settles.
 */
export const settledCalls = oncePerRun(async (run): Promise<readonly SettledCall[]> => {
  const tried = await inParallel(await allChallengesOf(run), buyers, async ({ operation }) => {
    const first = settlesByPollAlone(operation)
      ? undefined
      : await whereItCan(() => buy(run, operation)).catch(undecided);
    return { operation, first };
  });
  const calls: SettledCall[] = [];
  for (const { operation, first } of tried) {
    // Jobs and stories may move the clock, which ends the windows of payments that are under way.
    const bought = first?.refused ? await whereItCan(() => buyOnGround(run, operation)).catch(undecided) : first?.call;
    const fetched = await whereItCan(() => fetchJob(run, operation)).catch(undecided);
    calls.push(...[bought, fetched].filter((call) => call !== undefined));
  }
  if (calls.length === 0) throw new NotTestable('No paid operation served its example.');
  return calls;
});

/** What became of a payment for a call: the call is there if it was served at once. */
interface Raced {
  readonly call?: SettledCall;
  readonly refused: boolean;
}

async function buy(run: Run, operation: Operation): Promise<Raced> {
  const payer = await watchedPayer(run);
  if (!payer) throw new NotTestable('The target offers no ledger of what settled.');
  return race(run, operation, { invocation: sampleOf(operation), payer });
}

/** Pays once more where a story has brought the target. */
async function buyOnGround(run: Run, operation: Operation): Promise<SettledCall | undefined> {
  const placed = await preparedExample(run, operation);
  const second = placed && (await race(run, operation, placed)).call;
  return second && { ...second, placed: true };
}

/** Sends one payment in every way. */
async function race(run: Run, operation: Operation, { invocation, payer }: PaidPreparedCall): Promise<Raced> {
  const before = await ledgerOf(run, payer.address);
  const paid = await run.pay(invocation, { wallet: payer, concurrent: racers });
  const refused = isStateRefusal(run.contract, operation, paid.received);
  if (!isServed(paid) || paid.received.status === 202) return { refused };
  const again = [
    await sendPayment(run, invocation, paid.header),
    await sendPayment(run, invocation, paid.header, 'X-Payment'),
  ];
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  const served = [...paid.all, ...again].filter(isServed);
  const { challenge } = paid;
  const call = { operation, challenge, exchange: paid, payer: payer.address, served, transfers, placed: false };
  return { call, refused };
}

/** Orders a job by one payment many times at once, lets it finish, and fetches it by many polls at once: one of them settles. */
async function fetchJob(run: Run, operation: Operation): Promise<SettledCall | undefined> {
  const machine = isOrder(operation) ? run.contract.machines[operation.machine?.id ?? ''] : undefined;
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
  const orders = new Map(all.filter(isServed).map((each) => [orderIn(machine, each), each]));
  const served = [...orders.values()];
  return { operation, challenge, exchange, payer: job.payer.address, served, transfers, placed: false };
}

/** True for a poll that found its job settled: the receipt went to the poll that settled it, and may not come again. */
export function isLaterPoll({ received }: Exchange): boolean {
  return valueAt(received.json, '/payment/status') === 'already_settled';
}

/** True for an operation whose call may become a job that a poll settles. */
function isOrder({ payment, machine }: Operation): boolean {
  return machine?.role === 'create' && payment?.settles.includes('on-poll') === true;
}

/** True where nothing settles within the call that orders. */
function settlesByPollAlone({ payment }: Operation): boolean {
  return payment?.settles === 'on-poll';
}

/** The job that an answer tells of; an answer that tells of none is one by itself. */
function orderIn({ reads }: Machine, exchange: Exchange): unknown {
  return valueAt(exchange.received.json, reads.id ?? '/id') ?? exchange;
}

/** An operation that answers something else is left to the rules about its answers. */
function undecided(error: unknown): undefined {
  if (!(error instanceof UnexpectedResponse)) throw error;
}
