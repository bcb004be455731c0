import type { Store } from './store.ts';

const kind = 'allowed-wallet';

/** Adds a wallet, in lower case, to the allowlist of enterprise operations. */
export function allowWallet({ records }: Store, wallet: string): Promise<void> {
  return records.put({ kind, id: wallet, owner: wallet, data: {} });
}

/** True for a wallet on the allowlist of enterprise operations. */
export async function isAllowed({ records }: Store, wallet: string): Promise<boolean> {
  return (await records.find(kind, wallet)) !== undefined;
}
