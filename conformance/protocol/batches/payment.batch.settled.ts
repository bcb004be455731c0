import { type Settled, settledTopic } from '../../chain/batches.ts';
import { addressIn, amountIn, type Log, logsIn, transferred, wordOf } from '../../chain/logs.ts';
import { callNode } from '../../chain/node.ts';
import { hashIn } from '../../chain/signed.ts';
import type { ProtocolCheck } from '../../check/family.ts';
import type { Outcome } from '../../check/outcome.ts';
import { valueAt } from '../../common/json.ts';
import { left, seconds, settledPayments } from './settled-payments.ts';

/** Every batched payment settles, its receipt names no other one, and a batch moves to each payee what it settles for them. */
export const batchSettled: ProtocolCheck = {
  id: 'payment.batch.settled',
  whole: true,
  async check(run) {
    const all = await settledPayments(run);
    const failure =
      failedReceipt(all) ?? failedOrder(all, seconds(run)) ?? (await failedBatch(run.chain?.url ?? '', all));
    if (failure) return failure;
    const waiting = all.filter(({ settlements }) => settlements.length === 0);
    if (waiting.length === 0) return { verdict: 'pass', detail: `Payments settled: ${all.length}.` };
    const detail = `The last ${waiting.length} of ${all.length} payments have not settled within ${seconds(run)} s. ${left}`;
    return { verdict: 'not-testable', detail };
  },
};

type Failure = Extract<Outcome, { verdict: 'fail' }>;

/** A receipt that has the digest, or the batch, of another payment than its own. */
function failedReceipt(all: readonly Settled[]): Failure | undefined {
  const namesOf = ({ payment, settlements }: Settled) => [
    payment.digest,
    ...settlements.map(({ transaction }) => transaction),
  ];
  const known = new Set(all.flatMap(namesOf));
  for (const each of all) {
    const { exchange } = each;
    const hash = hashIn(exchange.received.headers['x-payment-receipt']);
    const own = namesOf(each);
    if (hash === undefined || !known.has(hash) || own.includes(hash)) continue;
    const detail = 'X-Payment-Receipt names another payment than that of its call.';
    return { verdict: 'fail', detail, expected: own, actual: hash, exchange };
  }
  return undefined;
}

/** A payment that was left out while later ones settled. */
function failedOrder(all: readonly Settled[], waited: number): Failure | undefined {
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

/** A batch whose transaction moves something else to a payee than the sum of what it settles for them. */
async function failedBatch(url: string, all: readonly Settled[]): Promise<Failure | undefined> {
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
