import type { HostDefinition, NetworkDefinition, PaymentDefinition } from '@tollwright/runtime/operation';
import { createEvmSettler, type EvmSettlerOptions } from '@tollwright/runtime/settle/evm';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from './chain.ts';

/** What a settler of a local chain is given besides. */
export type Tuning = Partial<Omit<EvmSettlerOptions, 'network' | 'rpc'>>;

/** Creates a settler on a local chain, from an account of its own that has gas; it looks at the chain often. */
export async function settlerOn(chain: Chain, network: NetworkDefinition, tuning: Tuning = {}) {
  const { key = generatePrivateKey() } = tuning;
  await chain.endow(privateKeyToAccount(key as `0x${string}`).address);
  return createEvmSettler({ network, rpc: chain.url, poll: 20, ...tuning, key });
}

/** The network on which a host is paid. */
export function networkOf({ id, payment }: HostDefinition): PaymentDefinition {
  if (!payment) throw new Error(`${id} takes no payments.`);
  return payment;
}
