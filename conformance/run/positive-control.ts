import type { Invocation, Paid } from '../check/exchange.ts';
import { CapReached, NoResponse, NotTestable, UnexpectedResponse } from '../check/interruption.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { fieldsOf } from '../json/json.ts';
import { sampleOf } from '../requests/sample.ts';
import { pricerOf } from './plan.ts';
import type { CountedRun } from './run.ts';

/** What the positive control found: each part that failed says why, and what depends on it is inconclusive. */
export interface PositiveControl extends PaidControl {
  /** No operation answers with a challenge. */
  readonly challenge?: string;
}

/** The part that costs money. */
export interface PaidControl {
  /** No honest paid call is served. */
  readonly paid?: string;
  /** The suite has no means to pay this target, which is no fault of it. */
  readonly unpayable?: string;
}

/** Paid operations tried before paying is called impossible. */
const attempts = 3;

/**
 * Looks for challenges, the cheapest calls first, so that every later refusal means something; it costs nothing.
 *
 * That free operations answer was seen when the target was reached.
 */
export async function unpaidControl(
  run: CountedRun,
): Promise<{ readonly control: PositiveControl; readonly challenged: readonly Invocation[] }> {
  if (run.contract.host.auth !== 'x402') return { control: {}, challenged: [] };
  const challenged: Invocation[] = [];
  let reason: string | undefined;
  for (const operation of cheapestFirst(run.contract)) {
    try {
      const invocation = sampleOf(operation);
      await run.challenge(invocation);
      challenged.push(invocation);
      if (run.level === 'free' || challenged.length === attempts) break;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  return { control: challenged.length === 0 ? failedPart('challenge', reason) : {}, challenged };
}

/** Makes one paid call where the level allows it: of those that were challenged, or by key of those that cost least. */
export async function paidControl(run: CountedRun, challenged: readonly Invocation[]): Promise<PaidControl> {
  const { auth } = run.contract.host;
  if (run.level === 'free' || auth === 'none') return {};
  return payOne(run, auth === 'bearer' ? keyed(run).slice(0, attempts) : challenged);
}

/** Operations that anybody can pay for; those come last of which only an answer tells the price. */
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

/** Why none of the calls could be paid for; nothing as soon as one was served. */
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

function keyed(run: CountedRun): Invocation[] {
  const operations = run.contract.operations.filter(({ auth }) => auth === 'key');
  // What costs nothing comes first.
  return [...operations.filter(({ price }) => !price), ...operations.filter(({ price }) => price)].map((operation) =>
    sampleOf(operation),
  );
}

function refusalOf({ sent, received }: Paid): string {
  const { error, code, message } = fieldsOf(received.json);
  const words = [error, code, message].filter((word) => typeof word === 'string').join(', ');
  const hints: Readonly<Record<number, string>> = {
    401: ' Is the API key right?',
    402: ' Is the wallet key right, and is its wallet funded?',
  };
  const hint = hints[received.status] ?? '';
  return `${sent.method} ${sent.path} answered ${received.status}${words && ` (${words})`} to an honest paid call.${hint}`;
}

function failedPart(part: keyof PositiveControl, reason: string | undefined): PositiveControl {
  return reason === undefined ? {} : { [part]: reason };
}

function reasonOf(error: unknown): string {
  if (error instanceof UnexpectedResponse || error instanceof NoResponse) return error.message;
  if (error instanceof NotTestable || error instanceof CapReached) return error.message;
  throw error;
}
