import type { Hex, PrivateKeyAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import type { EvmNode } from './node.ts';

/** Opens the account of a private key in hexadecimal with `0x`; throws for any other text. */
export function openAccount(key: string): PrivateKeyAccount {
  if (!/^0x[\da-f]{64}$/i.test(key)) throw new Error('The key of the settler is not 0x and 64 hexadecimal digits.');
  return privateKeyToAccount(key as Hex);
}

/** Throws when an account has nothing to pay for gas. */
export async function requireGas({ request }: EvmNode, address: Hex, network: string): Promise<void> {
  const balance = BigInt(await request({ method: 'eth_getBalance', params: [address, 'latest'] }));
  if (balance === 0n) throw new Error(`The settler ${address} has nothing on ${network} to pay for gas.`);
}
