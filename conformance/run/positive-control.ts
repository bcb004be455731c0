import { fieldsOf } from '../common/json.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import type { Invocation, PaidCall } from '../http/exchange.ts';
import { BudgetSpent, CapReached, NoResponse, NotTestable, UnexpectedResponse } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { answersAlike } from './alike.ts';
import { pricerOf } from './plan.ts';
import type { CountedRun } from './run.ts';

/** The result of the positive control: the reason of each part that failed. Rules that depend on such a part are inconclusive. */
export interface PositiveControl extends PaidControl {
  /** Why no operation returned a challenge. */
  readonly challenge?: string;
  /** Why no response says anything: the target answers every request alike. */
  readonly alike?: string;
}

/** The part of the positive control that pays. */
export interface PaidControl {
  /** Why no valid paid call was served. */
  readonly paid?: string;
  /** Why the suite cannot pay this target, which is no fault of the target. */
  readonly unpayable?: string;
}

/** Paid operations that are tried before the positive control fails. */
const maxAttempts = 3;

/**
 * Looks for challenges without paying, the cheapest calls first, so that every later refusal is conclusive.
 *
 * That free operations respond was seen when the target was reached.
 */
export async function unpaidControl(
  run: CountedRun,
): Promise<{ readonly control: PositiveControl; readonly challenged: readonly Invocation[] }> {
  const alike = await answersAlike(run);
  if (alike) return { control: { alike }, challenged: [] };
  if (run.contract.host.auth !== 'x402') return { control: {}, challenged: [] };
  const challenged: Invocation[] = [];
  let reason: string | undefined;
  for (const operation of cheapestFirst(run.contract)) {
    try {
      const invocation = sampleOf(operation);
      await run.challenge(invocation);
      challenged.push(invocation);
      if (run.level === 'free' || challenged.length === maxAttempts) break;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  return { control: challenged.length === 0 ? failedPart('challenge', reason) : {}, challenged };
}

/** Makes one paid call where the level allows it: of those that returned a challenge, or with the API key of the cheapest. */
export async function paidControl(run: CountedRun, challenged: readonly Invocation[]): Promise<PaidControl> {
  const { auth } = run.contract.host;
  if (run.level === 'free' || auth === 'none') return {};
  return payOne(run, auth === 'bearer' ? callsWithKey(run).slice(0, maxAttempts) : challenged);
}

/** Operations that any wallet can pay for; those whose price only a response determines come last. */
export function cheapestFirst(contract: Contract): readonly Operation[] {
  const priceOf = pricerOf(contract);
  return contract.operations
    .filter((operation) => operation.auth === 'payment' && !operation.payers)
    .map((operation) => ({ operation, price: priceOf(operation) }))
    .sort((one, other) => compare(one.price, other.price))
    .map(({ operation }) => operation);
}

function compare(one: bigint | undefined, other: bigint | undefined): number {
  if (one === undefined || other === undefined) return Number(one === undefined) - Number(other === undefined);
  return Number(one - other);
}

/** Why none of the calls was served; nothing as soon as one was. */
async function payOne(run: CountedRun, invocations: readonly Invocation[]): Promise<PositiveControl> {
  let refused: string | undefined;
  let unpayable: string | undefined;
  for (const invocation of invocations) {
    try {
      const paid = await run.pay(invocation);
      if (paid.received.status < 300) return {};
      refused ??= refusalOf(paid);
    } catch (error) {
      if (error instanceof NotTestable) unpayable ??= error.message;
      else refused ??= reasonOf(error);
    }
  }
  if (refused === undefined && unpayable !== undefined) return { unpayable };
  return failedPart('paid', refused);
}

function callsWithKey(run: CountedRun): Invocation[] {
  const operations = run.contract.operations.filter(({ auth }) => auth === 'key');
  // Free calls come first.
  return [...operations.filter(({ price }) => !price), ...operations.filter(({ price }) => price)].map((operation) =>
    sampleOf(operation),
  );
}

function refusalOf({ sent, received }: PaidCall): string {
  const { error, code, message } = fieldsOf(received.json);
  const words = [error, code, message].filter((word) => typeof word === 'string').join(', ');
  const hints: Readonly<Record<number, string>> = {
    401: ' Is the API key right?',
    402: ' Is the wallet key right, and is its wallet funded?',
  };
  const hint = hints[received.status] ?? '';
  return `${sent.method} ${sent.path} returned ${received.status}${words && ` (${words})`} for a valid paid call.${hint}`;
}

function failedPart(part: keyof PositiveControl, reason: string | undefined): PositiveControl {
  return reason === undefined ? {} : { [part]: reason };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnexpectedResponse || error instanceof NoResponse) return error.message;
  if (error instanceof NotTestable || error instanceof CapReached || error instanceof BudgetSpent) return error.message;
  throw error;
}
