import { randomBytes } from 'node:crypto';

/** The source of ids and secrets. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Bytes that are drawn from the system at once: drawing a few takes just as long. */
const poolBytes = 4096;
let pool = Buffer.alloc(0);

/** Unpredictable bytes. */
export const systemRandom: Random = {
  bytes(count) {
    if (pool.length < count) pool = randomBytes(Math.max(count, poolBytes));
    const bytes = Uint8Array.from(pool.subarray(0, count));
    pool = pool.subarray(count);
    return bytes;
  },
};

/** An unguessable id: `<prefix>_` and 24 hexadecimal digits. */
export function createId(random: Random, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(12)).toString('hex')}`;
}
