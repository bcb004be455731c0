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
import { createPurge } from './purge.ts';
import { createRecordStore } from './records.ts';
import { migrations, tables } from './schema.ts';

/** Opens the store of any number of processes, in PostgreSQL or a database that speaks its protocol. */
export async function openPostgresStore(options: {
  readonly url: string;
  readonly defaultBalance: Micro;
}): Promise<Store> {
  await migrateAt(options.url);
  const database = await openDatabase(options.url);
  try {
    const presence = await joinProcesses(database);
    return {
      claims: createClaimStore(database, options.defaultBalance),
      ledger: createLedger(database, options.defaultBalance),
      accounts: createAccountStore(database),
      jobs: createJobStore(database),
      records: createRecordStore(database),
      pay: createPay(database, options.defaultBalance),
      purge: createPurge(database),
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

/** Milliseconds that a statement of a migration may take: it may rewrite a large table. */
const migrationPatience = 60 * 60 * 1000;

async function migrateAt(url: string): Promise<void> {
  const database = await openDatabase(url, migrationPatience);
  try {
    await migrate(database, migrations);
  } finally {
    await database.close();
  }
}
