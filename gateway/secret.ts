import type { Services } from '@tollwright/runtime/services';

const kind = 'secret';

/** A secret of this gateway that is stored across restarts; it is created on first use. */
export async function secretOf({ store, random }: Pick<Services, 'store' | 'random'>, name: string): Promise<Buffer> {
  const found = await store.records.find(kind, name);
  if (typeof found?.data.hex === 'string') return Buffer.from(found.data.hex, 'hex');
  const hex = Buffer.from(random.bytes(32)).toString('hex');
  await store.records.insert({ kind, id: name, owner: '', data: { hex } });
  // A concurrent call may have stored it first.
  return secretOf({ store, random }, name);
}
