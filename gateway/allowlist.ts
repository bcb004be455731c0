import type { Store } from '@tollwright/runtime/store/store';

const kind = 'allowed-wallet';

/** Puts a wallet, lower-case, among those that enterprise operations serve. */
export function allowWallet({ records }: Store, wallet: string): Promise<void> {
  return records.put({ kind, id: wallet, owner: wallet, data: {} });
}

/** Whether enterprise operations serve a wallet. */
export async function isAllowed({ records }: Store, wallet: string): Promise<boolean> {
  return (await records.find(kind, wallet)) !== undefined;
}
