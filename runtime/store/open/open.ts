import type { Micro } from '../../money/usd.ts';
import { openSqliteStore } from '../sqlite/open.ts';
import type { Store } from '../store.ts';
import { isPostgres } from './name.ts';

/** Opens a store by its name: a `postgres:` URL, or else a file of the embedded database. */
export async function openStore(options: { readonly name: string; readonly defaultBalance: Micro }): Promise<Store> {
  const { name, defaultBalance } = options;
  if (!isPostgres(name)) return openSqliteStore({ file: name, defaultBalance });
  const { openPostgresStore } = await import('../postgres/open.ts');
  return openPostgresStore({ url: name, defaultBalance });
}
