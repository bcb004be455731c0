/**
 * Settles payments from a contract of deposits. It verifies and stores each payment, and moves many in one transaction.
 *
 * It needs the optional peer `viem`.
 */

import { type Log, silentLog } from '../logging/log.ts';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Settler } from '../payment/settler.ts';
import { type BatchChain, openBatchChain } from './batches/chain.ts';
import { connectNodes } from './batches/nodes.ts';
import { waitingNetworks } from './batches/queue.ts';
import { openAccount } from './evm/account.ts';

/** How to settle payments of a host in batches. */
export interface BatchSettlerOptions {
  /** The networks of the host. Each node is on one of them. */
  readonly network: PaymentDefinition;
  /** URL of a node, or a list with one for each network. */
  readonly rpc: string | readonly string[];
  /** Private key of the account that sends batches and pays for their gas, in hexadecimal with `0x`. */
  readonly key: string;
  /** Blocks after which a payment leaves the queue, including the block of its batch; 1 by default. */
  readonly confirmations?: number;
  /** Milliseconds from the end of a batch to the next one; 2,000 by default. */
  readonly interval?: number;
  /** Maximum number of payments in a batch; 100 by default. */
  readonly most?: number;
  /** Milliseconds between looks at the chain; 1,000 by default. */
  readonly poll?: number;
  readonly log?: Log;
}

/** A settler on the networks of a host that it has nodes for. */
export type BatchSettler = Settler & { readonly account: string; readonly networks: readonly string[] };

/** Creates a settler. Throws, before it accepts a payment, when a node, a network, a contract or the account is wrong. */
export async function createBatchSettler(options: BatchSettlerOptions): Promise<BatchSettler> {
  const { rpc, confirmations = 1, interval = 2000, most: maxPayments = 100, poll = 1000, log = silentLog } = options;
  const account = openAccount(options.key);
  const parts = { account, confirmations, interval, maxPayments, poll, log };
  const connected = await connectNodes([rpc].flat(), options.network);
  const opened = await Promise.all(
    connected.map(async (each) => [each.network.network, await openBatchChain(each, parts)] as const),
  );
  const chains = new Map(opened);

  function chainOf(network: string): BatchChain {
    const chain = chains.get(network);
    if (!chain) throw new Error(`The settler has no node of ${network}.`);
    return chain;
  }

  const nodes = connected.map(({ network, name }) => `${network.network} through ${name}`).join(' and ');
  return {
    where: `${nodes}, in batches from ${account.address}, which pays for gas`,
    account: account.address,
    networks: [...chains.keys()],
    async open(records) {
      for (const network of await waitingNetworks(records))
        if (!chains.has(network)) log.error({ network }, 'payments wait for a node');
      for (const chain of chains.values()) await chain.open(records);
    },
    settle: async (payment, route) => chainOf(payment.network).settle(payment, route),
    lookup: async (payment) => chainOf(payment.network).lookup(payment),
    balance: async (payer, network) => chainOf(network).balance(payer, network),
    refusal: async (payment) => chainOf(payment.network).refusal(payment),
    async close() {
      for (const chain of chains.values()) await chain.close();
    },
  };
}
