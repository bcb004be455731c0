import type { Services } from '@tollwright/runtime/pipeline/services';
import { createId } from '@tollwright/runtime/system/random';

const kind = 'secret';

/** Milliseconds until a new secret is used: by then every process of a shared store has it. */
const lead = 60_000;

type Parts = Pick<Services, 'store' | 'random'>;

/**
 * The secret of this gateway at a time in milliseconds since 1970; it survives restarts.
 *
 * Signatures from before a rotation stay valid, and later ones need the new secret.
 */
export async function secretOf({ store, random }: Parts, name: string, at: number): Promise<Buffer> {
  const rotated = (await store.records.list(kind, name)).filter(({ data }) => Number(data.from) <= at);
  const found = rotated.at(-1) ?? (await store.records.find(kind, name));
  if (typeof found?.data.hex === 'string') return Buffer.from(found.data.hex, 'hex');
  await store.records.insert({ kind, id: name, owner: '', data: newSecret(random) });
  // A concurrent call may have stored it first.
  return secretOf({ store, random }, name, at);
}

/** Puts a new secret in the place of the current one, a minute from now. */
export async function rotateSecret(services: Pick<Services, 'store' | 'random' | 'clock'>, name: string) {
  const { store, random, clock } = services;
  const data = { ...newSecret(random), from: clock.now() + lead };
  await store.records.insert({ kind, id: createId(random, 'secret'), owner: name, data });
}

function newSecret(random: Services['random']) {
  return { hex: Buffer.from(random.bytes(32)).toString('hex') };
}
