/** Settling what waits, one batch after another. */

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
  /** Payments of a batch at the most. */
  readonly most: number;
  /** Milliseconds from the end of a batch to the next one. */
  readonly interval: number;
  readonly log: Log;
}

/** Gas of a batch, and of each payment in it. */
const gas = { batch: 100_000n, payment: 110_000n };

/** Starts the batches of a queue; returns what ends them. */
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
 * Settles a batch of what waits.
 *
 * A payment leaves the queue when the chain has it deep enough, so that a crash at any moment loses none; and since the
 * contract takes each nonce once, sending one again moves nothing twice.
 */
async function settleOnce(queue: Queue, parts: Parts): Promise<void> {
  const { network, node, wallet, sender, confirmations, most, log } = parts;
  const waiting = await queue.all();
  if (waiting.length === 0) return;
  // Nodes are quickest about the newest block.
  const depth = confirmations === 1 ? undefined : (await node.head()) - BigInt(confirmations - 1);
  const ready: Payment[] = [];
  for (let start = 0; start < waiting.length && ready.length < most; start += most) {
    const part = waiting.slice(start, start + most);
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
  const batch = ready.slice(0, most);
  if (batch.length === 0) return;
  const units = gas.batch + gas.payment * BigInt(batch.length);
  const receipt = await sender.send({ to: wallet.address, data: wallet.batch(batch), gas: units });
  const hash = receipt === 'displaced' ? undefined : receipt.transactionHash;
  log.info({ network, payments: batch.length, hash }, 'batch');
}

/** Where a payment of the queue stands: `wait` for blocks, or for a deposit that is filled up. */
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
