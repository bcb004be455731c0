import type { Micro } from '../../money/usd.ts';
import type { Store } from '../store.ts';
import { createAccountStore } from './accounts.ts';
import { createClaimStore } from './claims.ts';
import { openConnection } from './connection.ts';
import { createJobStore } from './jobs.ts';
import { createLedger } from './ledger.ts';
import { createPay } from './pay.ts';
import { createPurge } from './purge.ts';
import { createRecordStore } from './records.ts';
import { migrations, tables } from './schema.ts';

/** Opens the embedded store: one file, one process. */
export function openSqliteStore(options: { readonly file: string; readonly defaultBalance: Micro }): Store {
  const connection = openConnection(options.file, migrations);
  const emptying = tables.map((table) => connection.prepare(`delete from ${table}`));

  return {
    claims: createClaimStore(connection, options.defaultBalance),
    ledger: createLedger(connection, options.defaultBalance),
    accounts: createAccountStore(connection),
    jobs: createJobStore(connection),
    records: createRecordStore(connection),
    pay: createPay(connection, options.defaultBalance),
    purge: createPurge(connection),
    reset: () =>
      connection.write(() => {
        for (const statement of emptying) statement.run();
      }),
    backup: (copy) => connection.backup(copy),
    close: () => connection.close(),
  };
}
