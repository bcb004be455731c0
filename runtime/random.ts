import { createHash, randomBytes } from 'node:crypto';

/** Where ids and secrets come from. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Unpredictable bytes. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/** The same bytes for the same seed: for tests, never for secrets. */
export function createSeededRandom(seed: string): Random {
  let turn = 0;

  return {
    bytes(count) {
      const parts: Uint8Array[] = [];
      for (let have = 0; have < count; have += 32) {
        parts.push(createHash('sha256').update(`${seed}/${turn++}`).digest());
      }
      return Buffer.concat(parts).subarray(0, count);
    },
  };
}

/** An unguessable id: `<prefix>_` and 24 hexadecimal digits. */
export function createId(random: Random, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(12)).toString('hex')}`;
}
