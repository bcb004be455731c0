/** Batches on one network. */

import type { PrivateKeyAccount } from 'viem';
import type { Log } from '../../logging/log.ts';
import type { Micro } from '../../money/usd.ts';
import type { Payment, Settlement } from '../../operation/payment.ts';
import type { Settler } from '../../payment/settler.ts';
import { createTurns } from '../../system/turns.ts';
import { createPulse } from '../chain/pulse.ts';
import { requireGas } from '../evm/account.ts';
import { createBroadcast } from '../evm/broadcast.ts';
import { createSender } from '../evm/sender.ts';
import type { NetworkNode } from './nodes.ts';
import { openQueue, type Queue } from './queue.ts';
import { openBatchWallet } from './wallet.ts';
import { startBatches } from './worker.ts';

/** Settings that the batches of all networks share. */
interface Parts {
  readonly account: PrivateKeyAccount;
  readonly confirmations: number;
  readonly interval: number;
  readonly maxPayments: number;
  readonly poll: number;
  readonly log: Log;
}

/** Settles the payments of one network. */
export type BatchChain = Required<Pick<Settler, 'open' | 'settle' | 'lookup' | 'balance' | 'refusal' | 'close'>>;

/** Opens the contract of a network. Throws when it, or the account, cannot settle there. */
export async function openBatchChain({ network, chainId, node }: NetworkNode, parts: Parts): Promise<BatchChain> {
  const { account, confirmations, interval, maxPayments, poll, log } = parts;
  const { address } = account;
  const wallet = openBatchWallet(node, network);
  await wallet.check();
  await requireGas(node, address, network.network);

  const pulse = createPulse(poll, (error) => log.warn({ network: network.network, reason: String(error) }, 'chain'));
  const broadcast = createBroadcast(node, account, chainId, log);
  const sender = createSender({ node, address, broadcast, confirmations, resend: 10, inFlight: 1, pulse });
  // Payments of one payer wait for each other, so that each is checked against all that were stored before it.
  const inTurn = createTurns();
  let queue: Queue | undefined;
  let stop = () => {};

  function opened(): Queue {
    if (!queue) throw new Error('The settler has no store to keep payments in until their batch.');
    return queue;
  }

  /** A stored payment will move, so it counts as settled. Its receipt names the authorization in the batch. */
  const settled = (payment: Payment) => ({ outcome: 'settled', txHash: wallet.digest(payment) }) as const;

  async function lookup(payment: Payment): Promise<Settlement> {
    if ((await opened().has(payment)) || (await wallet.use(payment)) === 'settled') return settled(payment);
    return { outcome: 'failed', reason: 'The payment was not kept.' };
  }

  async function balance(payer: string): Promise<Micro> {
    // The queue is read first: if a batch settles in between, its payments count twice rather than not at all.
    const owed = await opened().owed(payer);
    return (await wallet.deposit(payer)) - owed;
  }

  async function refusal(payment: Payment): Promise<string | undefined> {
    if (await opened().has(payment)) return undefined;
    const flaw = await wallet.flaw(payment);
    if (flaw === undefined || (await wallet.use(payment)) === 'settled') return undefined;
    return reasons[flaw] ?? flaw;
  }

  /** Stores a payment that the deposit covers now. Other calls may have used the deposit since its call began. */
  async function keep(payment: Payment): Promise<Settlement> {
    const [refused, left] = await Promise.all([refusal(payment), balance(payment.payer)]);
    if (refused === undefined && left >= payment.amount) {
      await opened().add(payment);
      return settled(payment);
    }
    const found = await lookup(payment);
    return found.outcome === 'settled' ? found : { outcome: 'failed', reason: refused ?? tooLow };
  }

  return {
    async open(records) {
      queue = openQueue(records, network.network);
      stop = startBatches(queue, {
        network: network.network,
        node,
        wallet,
        sender,
        confirmations,
        maxPayments,
        interval,
        log,
      });
    },
    settle: (payment) => inTurn(payment.payer, () => keep(payment)),
    lookup,
    balance,
    refusal,
    async close() {
      stop();
      pulse.close();
    },
  };
}

const tooLow = 'The deposit of the wallet is too low.';

/** Reasons for the flaws that the contract names. */
const reasons: Readonly<Record<string, string>> = {
  used: 'The nonce of the authorization was used before.',
  'not valid yet': 'The authorization is not valid yet.',
  expired: 'The authorization has expired.',
  signature: 'The contract does not accept the signature.',
  deposit: tooLow,
};
