import { base58ToBin } from '@bitauth/libauth';
import type { HostDefinition } from '@tollwright/runtime/operation/host';
import { UsageError } from '../failure.ts';

/** Throws `UsageError` for an address that cannot be paid or pay on the network of a host. */
export function requireAddress(address: string, { id, auth, payment }: HostDefinition): void {
  if (auth === 'bearer') throw new UsageError(`${id} is paid from balances: give it --api-key instead of wallets.`);
  const network = payment?.network ?? '';
  const isKnown = network.startsWith('solana:') ? bytesOf(address) === 32 : /^0x[\da-f]{40}$/i.test(address);
  if (isKnown) return;
  const expected = network.startsWith('solana:') ? 'the base58 text of 32 bytes' : '0x and 40 hexadecimal digits';
  throw new UsageError(`"${address}" is not an address on ${network}. Expected ${expected}.`);
}

/** How many bytes a base58 text has; `undefined` for any other text. */
function bytesOf(text: string): number | undefined {
  const bytes = base58ToBin(text);
  return typeof bytes === 'string' ? undefined : bytes.length;
}
