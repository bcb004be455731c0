/** Settles the payments of a queue, one batch after another. */

import type { Log } from '../../logging/log.ts';
import type { Payment } from '../../operation/payment.ts';
import type { EvmNode } from '../evm/node.ts';
import type { Sender } from '../evm/sender.ts';
import type { Queue } from './queue.ts';
import type { BatchWallet } from './wallet.ts';

interface Parts {
  /** CAIP-2 id. */
  readonly network: string;
  readonly node: EvmNode;
  readonly wallet: BatchWallet;
  readonly sender: Sender;
  readonly confirmations: number;
  /** Maximum number of payments in a batch. */
  readonly maxPayments: number;
  /** Milliseconds from the end of a batch to the next one. */
  readonly interval: number;
  readonly log: Log;
}

/** Gas of a batch, and of each payment in it. */
const gas = { batch: 100_000n, payment: 110_000n };

/** Starts the batches of a queue. Returns a function that stops them. */
export function startBatches(queue: Queue, parts: Parts): () => void {
  const { network, interval, log } = parts;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function pass(): Promise<void> {
    await settleOnce(queue, parts).catch((error) => log.warn({ network, reason: String(error) }, 'batch'));
    if (!isStopped) timer = setTimeout(() => void pass(), interval).unref();
  }

  timer = setTimeout(() => void pass(), interval).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/**
 * Settles one batch of the queue.
 *
 * A payment leaves the queue only when it is deep enough in the chain, so a crash at any moment loses none. The contract
 * accepts each nonce once, so sending a payment again does not move funds twice.
 */
async function settleOnce(queue: Queue, parts: Parts): Promise<void> {
  const { network, node, wallet, sender, confirmations, maxPayments, log } = parts;
  const waiting = await queue.all();
  if (waiting.length === 0) return;
  // Nodes answer fastest for the newest block.
  const depth = confirmations === 1 ? undefined : (await node.head()) - BigInt(confirmations - 1);
  const ready: Payment[] = [];
  for (let start = 0; start < waiting.length && ready.length < maxPayments; start += maxPayments) {
    const part = waiting.slice(start, start + maxPayments);
    const states = await Promise.all(part.map((payment) => stateOf(wallet, payment, depth)));
    ready.push(...part.filter((_, index) => states[index] === 'ready'));
    for (const [index, payment] of part.entries()) {
      if (states[index] === 'settled') await queue.settled(payment);
      if (states[index] === 'lost') {
        log.error({ network, authorization: wallet.digest(payment) }, 'payment lost');
        await queue.lost(payment);
      }
    }
  }
  const batch = ready.slice(0, maxPayments);
  if (batch.length === 0) return;
  const units = gas.batch + gas.payment * BigInt(batch.length);
  const receipt = await sender.send({ to: wallet.address, data: wallet.batch(batch), gas: units });
  const hash = receipt === 'displaced' ? undefined : receipt.transactionHash;
  log.info({ network, payments: batch.length, hash }, 'batch');
}

/** The state of a payment in the queue: `wait` means for more blocks, or for a higher deposit. */
async function stateOf(
  wallet: BatchWallet,
  payment: Payment,
  depth: bigint | undefined,
): Promise<'settled' | 'lost' | 'ready' | 'wait'> {
  const use = depth !== undefined && depth < 0n ? 'unused' : await wallet.use(payment, depth);
  if (use !== 'unused') return use === 'settled' ? 'settled' : 'lost';
  const flaw = await wallet.flaw(payment);
  if (flaw === undefined) return 'ready';
  return flaw === 'expired' || flaw === 'signature' ? 'lost' : 'wait';
}
