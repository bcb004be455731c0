import type { Micro } from '../../money/usd.ts';
import type { Store } from '../store.ts';
import { createAccountStore } from './accounts.ts';
import { createClaimStore } from './claims.ts';
import { createCounters } from './counters.ts';
import { openDatabase } from './database.ts';
import { createJobStore } from './jobs.ts';
import { createLedger } from './ledger.ts';
import { migrate } from './migrate.ts';
import { createPay } from './pay.ts';
import { joinProcesses, lease } from './presence.ts';
import { createRecordStore } from './records.ts';
import { migrations, tables } from './schema.ts';

/** Opens the store of any number of processes, in PostgreSQL or a database that speaks its protocol. */
export async function openPostgresStore(options: {
  readonly url: string;
  readonly defaultBalance: Micro;
}): Promise<Store> {
  const database = await openDatabase(options.url);
  try {
    await migrate(database, migrations);
    const presence = await joinProcesses(database);
    return {
      claims: createClaimStore(database, presence.id, options.defaultBalance),
      ledger: createLedger(database, options.defaultBalance),
      accounts: createAccountStore(database, presence.id),
      jobs: createJobStore(database),
      records: createRecordStore(database),
      pay: createPay(database, presence.id, options.defaultBalance),
      counters: createCounters(database),
      lease,
      reset: () =>
        database.unit(async (run) => {
          for (const table of tables) await run(`delete from ${table}`);
        }),
      async close() {
        await presence.end();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
