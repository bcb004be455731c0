import type { Micro } from '../operation.ts';
import { openSqliteStore } from './sqlite/open.ts';
import type { Store } from './store.ts';

/** Opens a store by its name: a `postgres:` URL, or else a file of the embedded database. */
export async function openStore(options: { readonly name: string; readonly defaultBalance: Micro }): Promise<Store> {
  const { name, defaultBalance } = options;
  if (!isPostgres(name)) return openSqliteStore({ file: name, defaultBalance });
  const { openPostgresStore } = await import('./postgres/open.ts');
  return openPostgresStore({ url: name, defaultBalance });
}

/** Whether a store is named by the URL of a PostgreSQL database. */
function isPostgres(name: string): boolean {
  return /^postgres(ql)?:/.test(name);
}
