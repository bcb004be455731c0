import { randomBytes } from 'node:crypto';

/** Where ids and secrets come from. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Unpredictable bytes. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

/** An unguessable id: `<prefix>_` and 24 hexadecimal digits. */
export function createId(random: Random, prefix: string): string {
  return `${prefix}_${Buffer.from(random.bytes(12)).toString('hex')}`;
}
