import { cheapest } from '../../calls/cheapest.ts';
import { controlOf, ledgerOf } from '../../calls/control.ts';
import { firstPaidFinding } from '../../calls/first-finding.ts';
import { isStateRefusal } from '../../calls/responses.ts';
import { streamed } from '../../calls/streamed.ts';
import { allChallengesOf } from '../../calls/unpaid.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { paymentKind } from '../../contract/payment-kind.ts';
import type { Invocation } from '../../http/exchange.ts';
import { NotTestable, whereItCan } from '../../http/interruption.ts';
import { sampleOf } from '../../http/sample.ts';
import type { Wallet } from '../../wallet/wallet.ts';
import { type ServableOperation, servableOperations } from '../payment/settled-calls.ts';
import { commonFlaws, type Flaw } from './flaws.ts';
import { judgeRefusal, sendForgeries } from './refusal.ts';

/**
 * An invalid payment is refused by operations of every kind: those that start a job, stream, act outside the target, or
 * have a payee of their own. Each other operation is asked with a wallet without funds alone.
 */
const everywhere: ProtocolCheck = {
  id: 'payment.rejected.everywhere',
  async check(run) {
    const payees = await payeesOf(run);
    const kinds = Map.groupBy(
      await servableOperations(run),
      ({ operation }) => `${paymentKind(operation)} ${payees.get(operation.id)}`,
    );
    const chosen = [...kinds.values()].flatMap((each) => each.find(({ placed }) => !placed) ?? each[0] ?? []);
    const others = [...kinds.values()].flat().filter((each) => !each.placed && !chosen.includes(each));
    const operations = new Set<string>();
    const finding = await firstPaidFinding(run, [...chosen, ...others], async (each) => {
      const flaws = chosen.includes(each) ? commonFlaws : commonFlaws.filter(({ unfunded }) => unfunded);
      const outcome = await whereItCan(() => refuseAll(run, each, flaws));
      if (outcome?.verdict === 'fail') return outcome;
      if (outcome) operations.add(each.operation.id);
      return undefined;
    });
    if (finding) return finding;
    if (operations.size === 0) throw new NotTestable('unserved', 'No paid operation serves its example.');
    return { verdict: 'pass', operations: [...operations] };
  },
};

/** With more payees than this, each call may have its own payee, so payees do not distinguish kinds of operations. */
const maxPayees = 3;

/** The payee that each operation offers; none where there are too many. */
async function payeesOf(run: Run): Promise<ReadonlyMap<string, unknown>> {
  const payees = new Map((await allChallengesOf(run)).map(({ operation, offers }) => [operation.id, offers[0]?.payTo]));
  return new Set(payees.values()).size > maxPayees ? new Map() : payees;
}

/** Sends payments with each of these flaws to one operation, and checks that nothing settles. */
async function refuseAll(run: Run, { operation, place }: ServableOperation, flaws: readonly Flaw[]): Promise<Outcome> {
  const placed = await place();
  const { payer } = placed;
  const call = operation.stream ? streamed(run, operation, operation.stream) : placed.invocation;
  if (operation.payers === 'allowlisted') await allow(run, [payer, run.unfundedWallet]);
  const before = await ledgerOf(run, payer.address);
  for (const flaw of flaws) {
    const outcome = await judgeFlaw(run, call, flaw, flaw.unfunded ? run.unfundedWallet : payer);
    if (outcome) return outcome;
  }
  const transfers = (await ledgerOf(run, payer.address)).slice(before.length);
  if (transfers.length === 0) return { verdict: 'pass' };
  const detail = `${operation.id} settled a payment that it had refused.`;
  return { verdict: 'fail', detail, expected: [], actual: transfers };
}

/** The first forgery with one flaw that was not refused as required. */
async function judgeFlaw(run: Run, call: Invocation, flaw: Flaw, payer: Wallet): Promise<Outcome | undefined> {
  // Some flaws exist only on networks of another kind.
  const sent = (await whereItCan(() => sendForgeries(run, call, payer, flaw))) ?? [];
  for (const { what, exchange, causes } of sent) {
    // The owner of the resource may be checked before the payment.
    if (isStateRefusal(run.contract, call.operation, exchange.received)) continue;
    const outcome = judgeRefusal(run, `${what} for ${call.operation.id}`, exchange, causes);
    if (outcome) return outcome;
  }
  return undefined;
}

async function allow(run: Run, wallets: readonly Wallet[]): Promise<void> {
  const control = controlOf(run);
  if (!control.capabilities.has('allow')) throw new NotTestable('means', 'The control API does not offer "allow".');
  for (const { address } of wallets) await control.allow(address);
}

/** A refused payment does not settle, which the ledger shows. */
const settlesNothing: ProtocolCheck = {
  id: 'payment.rejected.settles-nothing',
  async check(run) {
    const payer = await run.freshPayer();
    const invocation = sampleOf(await cheapest(run));
    let tried = 0;
    for (const flaw of commonFlaws) {
      // This wallet has funds, so its payment is valid.
      if (flaw.unfunded) continue;
      // Some flaws exist only on networks of another kind.
      const sent = await whereItCan(() => sendForgeries(run, invocation, payer, flaw));
      if (!sent) continue;
      tried += 1;
      const transfers = await ledgerOf(run, payer.address);
      const last = sent.at(-1);
      if (transfers.length === 0 || !last) continue;
      return {
        verdict: 'fail',
        detail: `A payment ${last.what} settled.`,
        expected: [],
        actual: transfers,
        exchange: last.exchange,
      };
    }
    if (tried === 0) throw new NotTestable('suite', 'The suite cannot sign invalid payments on this network.');
    return { verdict: 'pass', detail: `Flaws tried: ${tried}.` };
  },
};

/** The checks that try every common flaw: at every kind of operation, and against the ledger. */
export const everyFlawChecks: readonly ProtocolCheck[] = [everywhere, settlesNothing];
