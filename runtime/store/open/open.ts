import type { Micro } from '../../money/usd.ts';
import { loadWithPeers } from '../../system/peers.ts';
import { openSqliteStore } from '../sqlite/open.ts';
import type { Store } from '../store.ts';

/** Opens a store by its name: a `postgres:` URL, or else a file of the embedded database. */
export async function openStore(options: { readonly name: string; readonly defaultBalance: Micro }): Promise<Store> {
  const { name, defaultBalance } = options;
  if (!isPostgres(name)) return openSqliteStore({ file: name, defaultBalance });
  const { openPostgresStore } = await loadWithPeers(
    'Stores in PostgreSQL need',
    ['pg'],
    () => import('../postgres/open.ts'),
  );
  return openPostgresStore({ url: name, defaultBalance });
}

/** Normalizes the name of a store: a path, or a `file:`, `sqlite:` or `postgres:` URL. Throws for other URLs. */
export function storeName(store: string): string {
  const name = store.replace(/^(file|sqlite):(\/\/)?/, '');
  if (/^\w+:\/\//.test(name) && !isPostgres(name)) throw new Error('it is neither a file nor at postgres://…');
  return name;
}

/** The name of a store without the password and the options of its URL. */
export function withoutSecrets(store: string): string {
  return isPostgres(store) ? store.replace(/\/\/[^/]*@/, '//').replace(/\?.*$/, '') : store;
}

/** Tells a PostgreSQL database from a file. */
export function isPostgres(store: string): boolean {
  return /^postgres(ql)?:/.test(store);
}
