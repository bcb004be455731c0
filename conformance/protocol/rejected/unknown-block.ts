import { randomBytes } from 'node:crypto';
import { binToBase58 } from '@bitauth/libauth';

/** A blockhash of no chain, which no node can distinguish from an old one. */
export function unknownBlock(): string {
  return binToBase58(randomBytes(32));
}
