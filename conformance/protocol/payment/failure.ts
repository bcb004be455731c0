import { offerOf } from '../../calls/challenge.ts';
import { cheapest, controlPaid, isServed, payerOf, sendPayment } from '../../calls/cheapest.ts';
import { controlOf, ledgerOf, whileUpstream } from '../../calls/control.ts';
import { firstPaidFinding } from '../../calls/first-finding.ts';
import { allChallengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { inParallel } from '../../common/in-parallel.ts';
import type { Operation } from '../../contract/operation.ts';
import { mistakesOf, refusedBefore } from '../../errors/mistakes.ts';
import type { Exchange, Invocation, PaidCall } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import { leavesPaymentOpen } from '../../machine/accepted.ts';
import type { PaidPreparedCall } from '../../scenario/prepared-calls.ts';
import { encodePayment } from '../../wallet/wallet.ts';
import { refusalMismatch } from './refusals.ts';
import { type ServableOperation, servableOperations } from './settled-calls.ts';

/** Clients send the same payment again after a 502; a released payment buys the call without a second signature. */
const failureReleases: ProtocolCheck = {
  id: 'payment.failure.releases',
  alone: true,
  async check(run) {
    const operation = await cheapest(run);
    const pay = async () => run.pay(sampleOf(operation), { wallet: await run.freshPayer() });
    const failed = await whileUpstream(run, operation, { outcome: 'fail' }, pay);
    const outcome = await judgeUncharged(run, failed, 'upstream');
    if (outcome.verdict !== 'pass') return outcome;
    const unsettled = await whereItCan(async () => {
      await controlOf(run).settlement('fail');
      return pay();
    });
    return unsettled ? judgeUncharged(run, unsettled, 'settlement') : outcome;
  },
};

/** Sends the payment of a call that was not charged again with the same request: it buys the call, or is used up. */
async function judgeUncharged(run: Run, failed: PaidCall, what: 'upstream' | 'settlement'): Promise<Outcome> {
  if (isServed(failed)) return { verdict: 'error', detail: `The call was served although its ${what} failed.` };
  const exchange = await sendPayment(run, sampleOf(await cheapest(run)), failed.header);
  if (run.contract.host.payment?.transport.claim.uncharged === 'used') {
    const mismatch = refusalMismatch(run, exchange, ['used']);
    const detail = `The refusal of a payment of a call whose ${what} failed does not match.`;
    return mismatch ? { verdict: 'fail', detail, ...mismatch, exchange } : { verdict: 'pass' };
  }
  if (isServed(exchange)) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `The payment of a call whose ${what} failed did not buy the call when it was sent again.`,
    expected: 200,
    actual: exchange.received.status,
    exchange,
  };
}

/** Outcomes of an upstream that fails or refuses. */
const failureOutcomes = ['fail', 'reject', 'capacity'];

/** Areas whose operations fail at the same time. */
const concurrency = 8;

/** No paid operation settles a call that its upstream did not serve. */
const failureSettlesNothing: ProtocolCheck = {
  id: 'payment.failure.settles-nothing',
  alone: true,
  async check(run) {
    const offered = controlOf(run).outcomes;
    const operations = new Set<string>();
    const calls = await servableOperations(run);
    let finding: Outcome | undefined;
    const fail = async ({ operation, placed, place }: ServableOperation) => {
      for (const outcome of failureOutcomes.filter((each) => offered.has(each))) {
        if (finding) return;
        const upstream = { outcome, needed: !placed };
        const verdict = await whereItCan(async () => judgeFailure(run, operation, upstream, await place()));
        if (verdict?.verdict === 'fail') finding ??= verdict;
        else if (verdict) operations.add(operation.id);
      }
    };
    const { alone = [], beside = [] } = Object.groupBy(calls, (call) => (call.alone ? 'alone' : 'beside'));
    // Operations of one area may be one route of the deployment, with one upstream script.
    const areas = [...Map.groupBy(beside, ({ operation }) => operation.area).values()];
    await inParallel(areas, concurrency, (area) => inParallel(area, 1, fail));
    await inParallel(alone, 1, fail);
    if (finding) return finding;
    if (operations.size === 0) throw new NotTestable('unserved', 'No paid operation serves its example.');
    return { verdict: 'pass', operations: [...operations] };
  },
};

async function judgeFailure(
  run: Run,
  operation: Operation,
  { outcome, needed }: { readonly outcome: string; readonly needed: boolean },
  { invocation, payer }: PaidPreparedCall,
): Promise<Outcome> {
  const before = await ledgerOf(run, payer.address);
  const paid = await whileUpstream(run, operation, { outcome }, () => run.pay(invocation, { wallet: payer }));
  // A job that is accepted is judged by the rules of its machine; a gateway may fall back to another upstream, and what a
  // scenario has created may be read without any.
  const served = isServed(paid) && !leavesPaymentOpen(run.contract, operation, paid);
  if (served && (outcome !== 'fail' || !needed)) return { verdict: 'pass' };
  if (served) {
    return {
      verdict: 'fail',
      detail: `${operation.id} served a call whose upstream failed.`,
      expected: 'an error',
      actual: paid.received.status,
      exchange: paid,
    };
  }
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  if (transfers.length === 0) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled a call that its upstream did not serve (${outcome}).`,
    expected: [],
    actual: transfers,
    exchange: paid,
  };
}

/** A client that paid for an invalid request can correct it and send the same payment. */
const invalidRequestKeepsPayment: ProtocolCheck = {
  id: 'payment.invalid-request.keeps-payment',
  async check(run) {
    await controlPaid(run);
    const invocation = sampleOf(await cheapest(run));
    if (invocation.body === undefined)
      throw new NotTestable('open', 'The cheapest paid operation has no request body.');
    const offer = offerOf(run, await run.challenge(invocation));
    const header = encodePayment(await payerOf(run).sign(offer, await run.now()));

    const invalid = { ...invocation, raw: { text: '{', contentType: 'application/json' } };
    const refused = await sendPayment(run, invalid, header);
    if (isServed(refused)) return { verdict: 'error', detail: 'A body that is not JSON was served.' };
    const exchange = await sendPayment(run, invocation, header);
    if (isServed(exchange)) return { verdict: 'pass' };
    return {
      verdict: 'fail',
      detail: 'The payment of a refused request did not buy the corrected request.',
      expected: 200,
      actual: exchange.received.status,
      exchange,
    };
  },
};

/** A request that is refused before the upstream is called settles nothing, whatever the reason. */
const invalidRequestSettlesNothing: ProtocolCheck = {
  id: 'payment.invalid-request.settles-nothing',
  async check(run) {
    const operations = new Set<string>();
    const finding = await firstPaidFinding(run, await allChallengesOf(run), async ({ operation }) => {
      const outcome = await whereItCan(() => refuse(run, operation));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.add(operation.id);
      return undefined;
    });
    if (finding) return finding;
    if (operations.size === 0) throw new NotTestable('open', 'No paid operation takes input that could be invalid.');
    return { verdict: 'pass', operations: [...operations] };
  },
};

/** Sends each mistake with a payment for the valid call: the usual ones, and those that this run has seen refused without one; `undefined` where there are none or all are served. */
async function refuse(run: Run, operation: Operation): Promise<Outcome | undefined> {
  const right = sampleOf(operation);
  const all = [...refusedBefore(run, operation), ...mistakesOf(run, operation)];
  const mistakes = all.filter((call) => JSON.stringify(call) !== JSON.stringify(right));
  if (mistakes.length === 0) return undefined;
  const payer = await run.freshPayer();
  const offer = offerOf(run, await run.challenge(right));
  const answers: { readonly call: Invocation; readonly exchange: Exchange }[] = [];
  for (const call of mistakes) {
    const header = encodePayment(await payer.sign(offer, await run.now()));
    answers.push({ call, exchange: await sendPayment(run, call, header) });
  }
  // A JSON body may be valid for this target, and is then paid for.
  const bought = answers.filter(({ call, exchange }) => !call.raw && isServed(exchange)).length;
  const refused = answers.findLast(({ call, exchange }) => call.raw || !isServed(exchange));
  if (!refused) return undefined;
  const transfers = await ledgerOf(run, payer.address);
  if (transfers.length <= bought) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    detail: `${operation.id} settled the payment of a request that it refused.`,
    expected: bought,
    actual: transfers,
    exchange: refused.exchange,
  };
}

/** The checks of calls that fail and of the payments that come with them. */
export const failureChecks: readonly ProtocolCheck[] = [
  failureReleases,
  failureSettlesNothing,
  invalidRequestKeepsPayment,
  invalidRequestSettlesNothing,
];
