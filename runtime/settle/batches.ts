/**
 * Settles payments that are signed to a contract of deposits: each is verified and kept, and many move in one transaction.
 *
 * It needs the optional peer `viem`.
 */

import { type Log, silentLog } from '../log.ts';
import type { NetworkDefinition, PaymentDefinition } from '../operation.ts';
import type { Payment, Settler } from '../payment/payment.ts';
import { openQueue, type Queue } from './batches/queue.ts';
import { openBatchWallet } from './batches/wallet.ts';
import { startBatches } from './batches/worker.ts';
import { createPulse } from './chain/pulse.ts';
import { openAccount, requireGas } from './evm/account.ts';
import { createBroadcast } from './evm/broadcast.ts';
import { createNode } from './evm/node.ts';
import { createSender } from './evm/sender.ts';

/** How payments of a host are settled in batches. */
export interface BatchSettlerOptions {
  /** Its networks, of which the node is on one. */
  readonly network: PaymentDefinition;
  /** URL of a node. */
  readonly rpc: string;
  /** Private key of the account that sends batches and pays for their gas, in hexadecimal with `0x`. */
  readonly key: string;
  /** Blocks, that of the batch included, after which a payment leaves the queue; 1 by default. */
  readonly confirmations?: number;
  /** Milliseconds from the end of a batch to the next one; 2,000 by default. */
  readonly interval?: number;
  /** Payments of a batch at the most; 100 by default. */
  readonly most?: number;
  /** Milliseconds between looks at the chain; 1,000 by default. */
  readonly poll?: number;
  readonly log?: Log;
}

/** A settler on one network of a host. */
export type BatchSettler = Settler & { readonly account: string; readonly network: string };

/** Creates a settler. Throws, before anything is taken, when the node, the network, the contract or the account is wrong. */
export async function createBatchSettler(options: BatchSettlerOptions): Promise<BatchSettler> {
  const { rpc, confirmations = 1, interval = 2000, most = 100, poll = 1000, log = silentLog } = options;
  const account = openAccount(options.key);
  const { address } = account;
  const node = createNode(rpc);
  const { network, chainId } = await networkOfNode(node, options.network);
  const wallet = openBatchWallet(node, network);
  await wallet.check();
  await requireGas(node, address, network.network);

  const pulse = createPulse(poll, (error) => log.warn({ reason: String(error) }, 'chain'));
  const broadcast = createBroadcast(node, account, chainId, log);
  const sender = createSender({ node, address, broadcast, confirmations, resend: 10, inFlight: 1, pulse });
  let queue: Queue | undefined;
  let stop = () => {};

  function opened(): Queue {
    if (!queue) throw new Error('The settler has no store to keep payments in until their batch.');
    return queue;
  }

  /** A payment that is kept will move: it counts as settled, and its receipt names the authorization in the batch. */
  const settled = (payment: Payment) => ({ outcome: 'settled', txHash: wallet.digest(payment) }) as const;

  return {
    where: `${network.network} through ${new URL(rpc).host}, in batches from ${address}, which pays for gas`,
    account: address,
    network: network.network,
    async open(records) {
      queue = openQueue(records);
      stop = startBatches(queue, { node, wallet, sender, confirmations, most, interval, log });
    },
    async settle(payment) {
      await opened().add(payment);
      return settled(payment);
    },
    async lookup(payment) {
      if ((await opened().has(payment)) || (await wallet.use(payment)) === 'settled') return settled(payment);
      return { outcome: 'failed', reason: 'The payment was not kept.' };
    },
    async balance(payer) {
      // What waits comes first: the chain may take from the deposit in between, and is then counted twice, not never.
      const owed = await opened().owed(payer);
      return (await wallet.deposit(payer)) - owed;
    },
    async refusal(payment) {
      if (await opened().has(payment)) return undefined;
      const flaw = await wallet.flaw(payment);
      if (flaw === undefined || (await wallet.use(payment)) === 'settled') return undefined;
      return reasons[flaw] ?? flaw;
    },
    async close() {
      stop();
      pulse.close();
    },
  };
}

/** What the flaws that the contract names mean. */
const reasons: Readonly<Record<string, string>> = {
  used: 'The nonce of the authorization was used before.',
  'not valid yet': 'The authorization is not valid yet.',
  expired: 'The authorization has expired.',
  signature: 'The contract does not accept the signature.',
  deposit: 'The deposit of the wallet is too low.',
};

async function networkOfNode(
  node: ReturnType<typeof createNode>,
  definition: PaymentDefinition,
): Promise<{ network: NetworkDefinition; chainId: number }> {
  const id = await node.request({ method: 'eth_chainId' }).catch(() => {
    throw new Error(`The node of ${definition.network} cannot be asked. Check its URL, and that it runs.`);
  });
  const all = [definition, ...(definition.also ?? [])];
  const network = all.find((each) => each.network === `eip155:${Number(id)}`);
  if (network) return { network, chainId: Number(id) };
  throw new Error(`The node is on eip155:${Number(id)}, not on ${all.map((each) => each.network).join(' or ')}.`);
}
