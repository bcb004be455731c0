import type { HostDefinition, NetworkDefinition, PaymentDefinition } from '@tollwright/runtime/operation/host';
import { addressOfSecret, randomSecret, secretOf } from '@tollwright/runtime/payment/svm/key';
import { createEvmSettler, type EvmSettlerOptions } from '@tollwright/runtime/settle/evm';
import { createSolanaSettler, type SolanaSettlerOptions } from '@tollwright/runtime/settle/solana';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import type { Chain } from './chain.ts';
import type { SolanaChain } from './solana.ts';

/** Further options for a settler of a local chain. */
export type Tuning = Partial<Omit<EvmSettlerOptions, 'network' | 'rpc'>>;

/** Creates a settler on a local chain, with its own account and gas; it polls the chain often. */
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

/** Further options for a settler of a local Solana. */
export type SolanaTuning = Partial<Omit<SolanaSettlerOptions, 'network' | 'rpc' | 'payTo'>>;

/** Creates a settler on a local Solana, with its own account and funds for fees; it polls the chain often. */
export async function solanaSettlerOn(
  chain: SolanaChain,
  network: NetworkDefinition,
  payTo: string,
  tuning: SolanaTuning = {},
) {
  const { key = JSON.stringify([...randomSecret()]) } = tuning;
  chain.endow(addressOfSecret(secretOf(key) ?? new Uint8Array()) ?? '');
  return createSolanaSettler({ network, rpc: chain.url, poll: 20, ...tuning, key, payTo });
}
