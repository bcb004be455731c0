import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresStore } from '@tollwright/runtime/store/postgres/open';
import { openSqliteStore } from '@tollwright/runtime/store/sqlite/open';
import type { Store } from '@tollwright/runtime/store/store';
import { paymentOf } from '@tollwright/runtime/testing/payment';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import type { Figure } from './figure.ts';

const defaultBalance = 10n ** 12n;
const atOnce = 64;
const count = 4000;

/** Measures durable claims per second (each is on disk before it counts): of many payers, of one payer, and in sequence. */
export async function claims(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'claims-'));
  const sqlite = openSqliteStore({ file: join(folder, 'store.db'), defaultBalance });
  const figures = [await measure('SQLite', sqlite, 2000)];
  await sqlite.close();
  rmSync(folder, { recursive: true });

  const server = await startPostgres();
  if (server) {
    const postgres = await openPostgresStore({ url: await server.createDatabase(), defaultBalance });
    figures.push(await measure('PostgreSQL, one process', postgres, 200));
    await postgres.close();
    await server.stop();
  }
  return figures;
}

async function measure(name: string, store: Store, atLeast: number): Promise<Figure> {
  await rate(store, atOnce, count / 4, (index) => `warm-${index}`);
  const ofManyPayers = await rate(store, atOnce, count, (index) => `0x${index}`);
  const one = await rate(store, atOnce, count / 4, () => '0xone');
  const single = await rate(store, 1, count / 10, (index) => `single-${index}`);
  return {
    what: `durable claims per second on ${name}, ${atOnce} at once`,
    ours: `${ofManyPayers.toFixed(0)} /s`,
    peer: `all of one payer: ${one.toFixed(0)} /s; one after another: ${single.toFixed(0)} /s`,
    value: ofManyPayers,
    aim: { atLeast },
  };
}

/** Claims a second, so many at once, each of a payment of its own. */
async function rate(
  store: Store,
  concurrency: number,
  total: number,
  payer: (index: number) => string,
): Promise<number> {
  let next = 0;
  const worker = async () => {
    while (next < total) {
      const index = next;
      next += 1;
      const payment = { ...paymentOf(index), payer: payer(index) };
      const id = `${payment.payer}/${index}`;
      await store.claims.claim({ id, payment, fingerprint: 'a', balance: defaultBalance, reusable: [], now: 1 });
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (total * 1000) / (performance.now() - started);
}
