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
import { type BatchWallet, openBatchWallet } from './wallet.ts';
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
  const { account, confirmations, poll, log } = parts;
  const { address } = account;
  const wallet = openBatchWallet(node, network);
  await wallet.check();
  await requireGas(node, address, network.network);

  const pulse = createPulse(poll, (error) => log.warn({ network: network.network, reason: String(error) }, 'chain'));
  const broadcast = createBroadcast(node, account, chainId, log);
  const sender = createSender({ node, address, broadcast, confirmations, resend: 10, inFlight: 1, pulse });
  let kept: KeptPayments | undefined;
  let stop = () => {};

  function opened(): KeptPayments {
    if (!kept) throw new Error('The settler has no store to keep payments in until their batch.');
    return kept;
  }

  return {
    async open(records) {
      const queue = openQueue(records, network.network);
      kept = new KeptPayments(wallet, queue);
      stop = startBatches(queue, { ...parts, network: network.network, node, wallet, sender });
    },
    settle: async (payment) => opened().keep(payment),
    lookup: async (payment) => opened().lookup(payment),
    balance: async (payer) => opened().balance(payer),
    refusal: async (payment) => opened().refusal(payment),
    async close() {
      stop();
      pulse.close();
    },
  };
}

/** Payments of one network that wait in the queue for their batch, and those that the contract has settled. */
class KeptPayments {
  readonly #wallet: BatchWallet;
  readonly #queue: Queue;
  // Payments of one payer wait for each other, so that each is checked against all that were stored before it.
  readonly #inTurn = createTurns();

  constructor(wallet: BatchWallet, queue: Queue) {
    this.#wallet = wallet;
    this.#queue = queue;
  }

  /** Stores a payment that the deposit covers now. Other calls may have used the deposit since its call began. */
  keep(payment: Payment): Promise<Settlement> {
    return this.#inTurn(payment.payer, async () => {
      const [refused, left] = await Promise.all([this.refusal(payment), this.balance(payment.payer)]);
      if (refused === undefined && left >= payment.amount) {
        await this.#queue.add(payment);
        return this.#settled(payment);
      }
      const found = await this.lookup(payment);
      return found.outcome === 'settled' ? found : { outcome: 'failed', reason: refused ?? tooLow };
    });
  }

  async lookup(payment: Payment): Promise<Settlement> {
    const isKept = (await this.#queue.has(payment)) || (await this.#wallet.use(payment)) === 'settled';
    return isKept ? this.#settled(payment) : { outcome: 'failed', reason: 'The payment was not kept.' };
  }

  async balance(payer: string): Promise<Micro> {
    // The queue is read first: if a batch settles in between, its payments count twice rather than not at all.
    const owed = await this.#queue.owed(payer);
    return (await this.#wallet.deposit(payer)) - owed;
  }

  async refusal(payment: Payment): Promise<string | undefined> {
    if (await this.#queue.has(payment)) return undefined;
    const flaw = await this.#wallet.flaw(payment);
    if (flaw === undefined || (await this.#wallet.use(payment)) === 'settled') return undefined;
    return reasons[flaw] ?? flaw;
  }

  /** A stored payment will move, so it counts as settled. Its receipt names the authorization in the batch. */
  #settled(payment: Payment): Settlement {
    return { outcome: 'settled', txHash: this.#wallet.digest(payment) };
  }
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
