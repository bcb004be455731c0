import { createHash } from 'node:crypto';
import { base58ToBin, binToBase58 } from '@bitauth/libauth';

/** The recent blocks of a chain: a transaction names one, and is good for a while after it. */
export interface Blocks {
  /** The hash to sign over at a time, in unix seconds. */
  latest(now: number): string;
  /** When a block was made, in unix seconds; undefined for a hash that the chain does not know. */
  timeOf(blockhash: string): number | undefined;
}

/** Blocks of the embedded ledger: one each second, whose hashes tell their time, so that none has to be stored. */
export const ledgerBlocks: Blocks = {
  latest: hashOf,
  timeOf(blockhash) {
    const bytes = base58ToBin(blockhash);
    if (typeof bytes === 'string' || bytes.length !== 32) return undefined;
    const time = Number(Buffer.from(bytes).readBigUInt64BE());
    return hashOf(time) === blockhash ? time : undefined;
  },
};

function hashOf(time: number): string {
  const block = createHash('sha256').update(`block of the embedded ledger ${time}`).digest();
  block.writeBigUInt64BE(BigInt(Math.floor(time)));
  return binToBase58(block);
}
