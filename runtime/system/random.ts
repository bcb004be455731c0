import { randomBytes } from 'node:crypto';

/** Where ids and secrets come from. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Bytes that are drawn from the system at once: to draw a few takes as long. */
const drawn = 4096;
let left = Buffer.alloc(0);

/** Unpredictable bytes. */
export const systemRandom: Random = {
  bytes(count) {
    if (left.length < count) left = randomBytes(Math.max(count, drawn));
    const bytes = Uint8Array.from(left.subarray(0, count));
    left = left.subarray(count);
    return bytes;
  },
};

/** An unguessable id: `<prefix>_` and 24 hexadecimal digits. */
export function createId(random: Random, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(12)).toString('hex')}`;
}
