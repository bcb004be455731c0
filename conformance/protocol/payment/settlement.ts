import { addressId } from '@tollwright/runtime/x402/address';
import { offerOf } from '../../calls/challenge.ts';
import { isServed, settlesAtOnce } from '../../calls/cheapest.ts';
import { controlOf, ledgerOf, routeOf } from '../../calls/control.ts';
import { challengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import type { Operation } from '../../contract/operation.ts';
import type { Challenge, Mismatch } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { leavesPaymentOpen } from '../../machine/accepted.ts';
import type { Transfer } from '../../target/control.ts';
import type { Target } from '../../target/target.ts';
import { refusalMismatch } from './refusals.ts';
import { type ServableOperation, servableOperations, settledCalls } from './settled-calls.ts';

/** The call that a settlement must match. */
interface OwedTransfer {
  readonly operation: Operation;
  readonly challenge: Challenge;
  readonly payer: string;
}

/** The mismatch between a transfer and its challenge. */
export function transferMismatch(
  run: Run,
  { operation, challenge, payer }: OwedTransfer,
  transfer: Transfer,
): Mismatch | undefined {
  const offer = offerOf(run, challenge);
  const expected = { amount: offer.amount, pay_to: offer.payTo, asset: offer.asset, network: offer.network, payer };
  const wrong = Object.entries(expected).find(([name, value]) => !sameText(Reflect.get(transfer, name), value));
  if (!wrong && routesOf(run, operation).some((each) => isRouteOf(each, transfer.route, run.target))) return undefined;
  return {
    detail: `${operation.id}: ${wrong ? wrong[0] : 'route'} of the settlement does not match the challenge.`,
    expected: { ...expected, route: routeOf(operation) },
    actual: transfer,
  };
}

/**
 * The operations in which a call may settle: itself, the poll of the job that it created, or one whose path stands for its
 * path as well, by whatever method, since a deployment may have one route for both.
 */
function routesOf({ contract, target }: Run, operation: Operation): readonly Operation[] {
  const { machine } = operation;
  const path = operation.template.split('/');
  const polls = contract.operations.filter((each) => machine && each.machine?.id === machine.id);
  const siblings = contract.operations.filter(({ template, segments }) =>
    unify(template.split('/'), path, { segments, target }),
  );
  return [operation, ...polls, ...siblings];
}

/** Compares texts. Hexadecimal addresses are compared without case. */
function sameText(left: unknown, right: unknown): boolean {
  return addressId(String(left)) === addressId(String(right));
}

/**
 * Compares the route of an operation with that of a transfer, segment by segment: a placeholder of either side stands for
 * any segment, and one of the documents for the deployment's own segment.
 */
function isRouteOf({ method, template, segments }: Operation, route: string, target: Target): boolean {
  const [ownMethod = '', path = ''] = route.split(' ');
  return ownMethod === method && unify(template.split('/'), path.split('/'), { segments, target });
}

interface Segments {
  /** Placeholders of the documents that each stand for one fixed segment. */
  readonly segments: Operation['segments'];
  readonly target: Target;
}

function unify(
  [own, ...ownRest]: readonly string[],
  [other, ...otherRest]: readonly string[],
  names: Segments,
): boolean {
  if (own === undefined || other === undefined) return own === other;
  // A placeholder at the end may stand for the rest of a path.
  if (isRest(own, ownRest) || isRest(other, otherRest)) return true;
  const same = isPlaceholder(own) ? standsFor(own, other, names) : isPlaceholder(other) || own === other;
  return same && unify(ownRest, otherRest, names);
}

/** True where a placeholder of the documents may stand for a segment. A fixed one stands for the deployment's own segment. */
function standsFor(placeholder: string, segment: string, { segments, target }: Segments): boolean {
  const name = placeholder.slice(1, -1);
  return isPlaceholder(segment) || !Object.hasOwn(segments, name) || target.segments[name] === segment;
}

function isPlaceholder(segment: string): boolean {
  return /[{<:]/.test(segment);
}

function isRest(segment: string, rest: readonly string[]): boolean {
  return rest.length === 0 && (isPlaceholder(segment) || segment === '*');
}

/** Every paid operation settles each served call once, also when the payment is sent again. */
const settledExactlyOnce: ProtocolCheck = {
  id: 'payment.settled.exactly-once',
  async check(run) {
    const calls = await settledCalls(run);
    for (const { operation, exchange, transfers } of calls) {
      if (transfers.length === 1) continue;
      return {
        verdict: 'fail',
        detail: `${operation.id} settled ${transfers.length} times for one payment that was sent several times.`,
        expected: 1,
        actual: transfers,
        exchange,
      };
    }
    const operations = calls.map(({ operation }) => operation.id);
    return { verdict: 'pass', detail: `Paid operations called: ${calls.length}.`, operations };
  },
};

/** The settled amount matches the challenge exactly. */
const settledAsQuoted: ProtocolCheck = {
  id: 'payment.settled.as-quoted',
  async check(run) {
    const calls = await settledCalls(run);
    for (const call of calls) {
      for (const transfer of call.transfers) {
        const mismatch = transferMismatch(run, call, transfer);
        if (mismatch) return { verdict: 'fail', ...mismatch, exchange: call.exchange };
      }
    }
    const detail = `Settlements compared: ${calls.flatMap(({ transfers }) => transfers).length}.`;
    return { verdict: 'pass', detail, operations: calls.map(({ operation }) => operation.id) };
  },
};

/** Operations that are called at the same time, and calls of each. */
const counts = { operations: 4, each: 3 };

/** Concurrent payments do not interfere: each wallet pays for its own call, once. */
const settledConcurrently: ProtocolCheck = {
  id: 'payment.settled.concurrently',
  async check(run) {
    const sold = (await challengesOf(run)).map(({ operation }) => operation).filter(settlesAtOnce);
    const chosen = sold.filter(({ payers }) => payers === undefined).slice(0, counts.operations);
    const calls = chosen.flatMap((operation) => Array.from({ length: counts.each }, () => operation));
    const outcomes = await Promise.all(calls.map((operation) => whereItCan(() => payWithNewWallet(run, operation))));
    const judged = outcomes.filter((outcome) => outcome !== undefined);
    if (judged.length === 0) throw new NotTestable('unserved', 'No call with a wallet of its own was served.');
    const failed = judged.find(({ verdict }) => verdict === 'fail');
    return failed ?? { verdict: 'pass', detail: `Calls at the same time: ${judged.length}.` };
  },
};

async function payWithNewWallet(run: Run, operation: Operation): Promise<Outcome> {
  const payer = await run.freshPayer();
  const paid = await run.pay(sampleOf(operation), { wallet: payer });
  const transfers = await ledgerOf(run, payer.address);
  const owed = isServed(paid) && !leavesPaymentOpen(run.contract, operation, paid) ? 1 : 0;
  if (transfers.length !== owed) {
    return {
      verdict: 'fail',
      detail: `${operation.id} settled ${transfers.length} times for its payer while other wallets paid at the same time.`,
      expected: owed,
      actual: transfers,
      exchange: paid,
    };
  }
  for (const transfer of transfers) {
    const mismatch = transferMismatch(run, { operation, challenge: paid.challenge, payer: payer.address }, transfer);
    if (mismatch) return { verdict: 'fail', ...mismatch, exchange: paid };
  }
  return { verdict: 'pass' };
}

/** No operation serves a call whose settlement fails. */
const settlementFailed: ProtocolCheck = {
  id: 'payment.settlement.failed',
  alone: true,
  async check(run) {
    const operations: string[] = [];
    for (const { operation, place } of await servableOperations(run)) {
      // Jobs settle later, which the rules of their machines judge; scenarios judge operations with a response of their own.
      if (!settlesAtOnce(operation) || hasOwnScenario(run, operation)) continue;
      const outcome = await whereItCan(() => judgeFailedSettlement(run, operation, place));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.push(operation.id);
    }
    if (operations.length === 0) throw new NotTestable('unserved', 'No paid operation serves its example.');
    return { verdict: 'pass', operations };
  },
};

/** True where a scenario states the response to a failed settlement of the operation. */
function hasOwnScenario({ contract }: Run, { id }: Operation): boolean {
  return contract.scenarios.some(
    ({ steps }) => steps.some((step) => step.settlement) && steps.some(({ call }) => call === id),
  );
}

async function judgeFailedSettlement(
  run: Run,
  operation: Operation,
  place: ServableOperation['place'],
): Promise<Outcome | undefined> {
  const { invocation, payer } = await place();
  const before = await ledgerOf(run, payer.address);
  await controlOf(run).settlement('fail');
  const paid = await run.pay(invocation, { wallet: payer });
  const mismatch = refusalMismatch(run, paid, ['settlement-failed']);
  if (mismatch) {
    const detail = `The response of ${operation.id} to a call whose settlement failed does not match.`;
    return { verdict: 'fail', detail, ...mismatch, exchange: paid };
  }
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} reported a failed settlement, but it took place.`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}

/** The checks of what settles for a paid call. */
export const settlementChecks: readonly ProtocolCheck[] = [
  settledExactlyOnce,
  settledAsQuoted,
  settledConcurrently,
  settlementFailed,
];
