import { type BatchedCall, readSettlements, type SettledCall, settledTopic } from '../../chain/batches.ts';
import { addressIn, amountIn, type Log, logsIn, transferred, wordOf } from '../../chain/logs.ts';
import { callNode } from '../../chain/node.ts';
import { batchedPaymentOf, hashIn } from '../../chain/signed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import { oncePerRun } from '../../check/once-per-run.ts';
import { type Outcome, notTestable } from '../../check/outcome.ts';
import type { Run } from '../../check/run.ts';
import { valueAt } from '../../common/json.ts';
import type { Mismatch } from '../../http/exchange.ts';
import { NotTestable } from '../../http/interruption.ts';
import { receiptIn, transportOf } from '../../http/payment-headers.ts';
import { receiptsOf } from './receipt.ts';

/**
 * The payments of served calls on the chain of the node, oldest first, each with its settlements.
 *
 * Throws `NotTestable` where none has settled, since the documents do not state when and through which contract they do.
 */
const settledPayments = oncePerRun(async (run: Run): Promise<readonly SettledCall[]> => {
  const { chain } = run;
  if (chain?.start === undefined) throw new NotTestable('means', 'It needs a node of the chain (--rpc).');
  const calls = callsOn(run, chain.network);
  if (calls.length === 0) throw new NotTestable('unserved', `No served call of this run was paid on ${chain.network}.`);
  const settled = await readSettlements(chain, chain.start, calls);
  if (settled.every(({ settlements }) => settlements.length === 0)) {
    const said = 'No payment of this run has settled in a batch that the suite can read';
    throw new NotTestable('open', `${said} within ${waitedSeconds(run)} s of the last one. ${unstatedTime}`);
  }
  // Polls may return the receipt of a job again.
  const byPayment = Map.groupBy(settled, ({ payment }) => payment.digest);
  return [...byPayment.values()].flatMap(([first]) => first ?? []);
});

function callsOn(run: Run, network: string): readonly BatchedCall[] {
  const { payment: profile } = run.contract.host;
  return receiptsOf(run).flatMap(({ exchange, payingCalls }) => {
    const payments = payingCalls.flatMap((sent) => (profile && batchedPaymentOf(sent, profile)) ?? []);
    const [first, ...others] = payments.filter((payment) => payment.network === network);
    return first ? [{ exchange, payments: [first, ...others] }] : [];
  });
}

/** The reason why a missing settlement is no failure. */
const unstatedTime = 'The documents do not state when batches settle.';

/** Seconds that the suite waits for the last batches. */
function waitedSeconds({ chain }: Run): number {
  return (chain?.patience ?? 0) / 1000;
}

/**
 * A batched payment settles once, as signed.
 *
 * The documents do not state how a batch settles. Only contracts that log each settlement with the digest that the
 * payer signed are judged.
 */
const batchAsSigned: ProtocolCheck = {
  id: 'payment.batch.as-signed',
  whole: true,
  async check(run) {
    const all = (await settledPayments(run)).filter(({ settlements }) => settlements.length > 0);
    for (const each of all) {
      const mismatch = mismatchOf(each);
      if (mismatch) return { verdict: 'fail', ...mismatch, exchange: each.exchange };
    }
    return { verdict: 'pass', detail: `Settlements compared: ${all.length}.` };
  },
};

function mismatchOf({ payment: { from, to, value }, settlements }: SettledCall): Mismatch | undefined {
  const expected = { from, to, value };
  const actual = settlements.map((settlement) => ({ ...settlement, value: String(settlement.value) }));
  const [first, ...more] = settlements;
  if (more.length > 0) return { detail: `The chain settles a payment ${settlements.length} times.`, expected, actual };
  if (first?.value !== BigInt(value))
    return { detail: 'The chain settles a payment with another amount than was signed.', expected, actual };
  if (first.from !== from || first.to !== to)
    return { detail: 'The chain settles a payment between other wallets than was signed.', expected, actual };
  return undefined;
}

/** Every batched payment settles, its receipt names no other payment, and a batch pays each payee what it settles. */
const batchSettled: ProtocolCheck = {
  id: 'payment.batch.settled',
  whole: true,
  async check(run) {
    const all = await settledPayments(run);
    const failure =
      failedReceipt(run, all) ?? failedOrder(all, waitedSeconds(run)) ?? (await failedBatch(run.chain?.url ?? '', all));
    if (failure) return failure;
    const waiting = all.filter(({ settlements }) => settlements.length === 0);
    if (waiting.length === 0) return { verdict: 'pass', detail: `Payments settled: ${all.length}.` };
    const detail = `The last ${waiting.length} of ${all.length} payments have not settled within ${waitedSeconds(run)} s. ${unstatedTime}`;
    return notTestable('open', detail);
  },
};

type Failure = Extract<Outcome, { verdict: 'fail' }>;

/** Fails a receipt with the digest or the batch of another payment. */
function failedReceipt({ contract }: Run, all: readonly SettledCall[]): Failure | undefined {
  const namesOf = ({ payment, settlements }: SettledCall) => [
    payment.digest,
    ...settlements.map(({ transaction }) => transaction),
  ];
  const known = new Set(all.flatMap(namesOf));
  for (const each of all) {
    const { exchange } = each;
    const hash = hashIn(receiptIn(transportOf(contract), 'transaction', exchange.received.headers));
    const own = namesOf(each);
    if (hash === undefined || !known.has(hash) || own.includes(hash)) continue;
    const detail = 'The receipt names another payment than that of its call.';
    return { verdict: 'fail', detail, expected: own, actual: hash, exchange };
  }
  return undefined;
}

/** Fails a payment that was left out while later ones settled. */
function failedOrder(all: readonly SettledCall[], waited: number): Failure | undefined {
  const last = all.findLastIndex(({ settlements }) => settlements.length > 0);
  const missed = all.slice(0, last).find(({ settlements }) => settlements.length === 0);
  if (!missed) return undefined;
  const { contract, digest, from, to, value } = missed.payment;
  const detail = `Later payments have settled, and this one has not within ${waited} s.`;
  return {
    verdict: 'fail',
    detail,
    expected: { contract, digest, from, to, value },
    actual: null,
    exchange: missed.exchange,
  };
}

/** Fails a batch whose transaction does not pay a payee the sum that it settles. */
async function failedBatch(url: string, all: readonly SettledCall[]): Promise<Failure | undefined> {
  const byBatch = new Map(all.flatMap((each) => each.settlements.map(({ transaction }) => [transaction, each])));
  for (const [transaction, { payment, exchange }] of byBatch) {
    const { contract, asset, to } = payment;
    const receipt = await callNode(url, 'eth_getTransactionReceipt', transaction);
    const logs = logsIn(valueAt(receipt, '/logs'));
    const isSettled = ({ address, topics }: Log) =>
      address === contract && topics[0] === settledTopic && addressIn(topics[3] ?? '') === to;
    const isMoved = ({ address, topics }: Log) =>
      address === asset && topics.join() === [transferred, wordOf(contract), wordOf(to)].join();
    const [owed, moved] = [isSettled, isMoved].map((is) =>
      logs.filter(is).reduce((sum, log) => sum + amountIn(log), 0n),
    );
    if (owed === moved) continue;
    const detail = 'The transaction of a batch moves another sum to the payee than it settles for them.';
    return { verdict: 'fail', detail, expected: `${owed}`, actual: { transaction, moved: `${moved}`, to }, exchange };
  }
  return undefined;
}

/** The checks of payments that settle in batches, against the chain. */
export const batchChecks: readonly ProtocolCheck[] = [batchAsSigned, batchSettled];
