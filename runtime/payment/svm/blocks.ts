import { createHash } from 'node:crypto';
import { base58ToBin, binToBase58 } from '@bitauth/libauth';

/** A block that a transaction names. */
export interface Block {
  /** Unix seconds at which it was made, or first seen. */
  readonly made: number;
  /** Seconds for which a transaction over it is valid; the window of its offer where absent. */
  readonly lifetime?: number;
  /** Height of the last block that may have a transaction over it; absent on the embedded ledger. */
  readonly lastHeight?: bigint;
}

/** The recent blocks of a chain: a transaction names one, and is valid for a while after it. */
export interface Blocks {
  /** The hash to sign over at a time, in unix seconds; undefined while the chain does not say. */
  latest(now: number): string | undefined;
  /** A block by its hash; undefined for one that the chain does not know, or no longer. Throws when it cannot be asked. */
  find(blockhash: string, now: number): Promise<Block | undefined>;
}

/** Blocks of the embedded ledger: one each second, whose hashes tell their time, so that none has to be stored. */
export const ledgerBlocks = {
  latest: hashOf,
  async find(blockhash) {
    const bytes = base58ToBin(blockhash);
    if (typeof bytes === 'string' || bytes.length !== 32) return undefined;
    const made = Number(Buffer.from(bytes).readBigUInt64BE());
    return hashOf(made) === blockhash ? { made } : undefined;
  },
} satisfies Blocks;

function hashOf(time: number): string {
  const block = createHash('sha256').update(`block of the embedded ledger ${time}`).digest();
  block.writeBigUInt64BE(BigInt(Math.floor(time)));
  return binToBase58(block);
}
