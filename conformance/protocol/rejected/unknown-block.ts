import { randomBytes } from 'node:crypto';
import { binToBase58 } from '@bitauth/libauth';

/** The hash of a block that no chain has made, which no node can tell from one that was made long ago. */
export function unknownBlock(): string {
  return binToBase58(randomBytes(32));
}
