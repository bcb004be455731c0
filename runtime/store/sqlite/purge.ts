import { keptAnswer } from '../records.ts';
import type { Store } from '../store.ts';
import type { Connection } from './connection.ts';

const over = "(state = 'released' or amount = 0) and valid_before < ?";

/** Removes what has expired from the embedded store. */
export function createPurge(connection: Connection): Store['purge'] {
  const claims = connection.prepare(`delete from claims where id in (select id from claims where ${over} limit ?)`);
  const calls = connection.prepare(
    'delete from owed_calls where reservation in (select reservation from owed_calls where at < ? limit ?)',
  );
  const answers = connection.prepare(
    `delete from records where sequence in (
      select sequence from records where kind = '${keptAnswer}' and json_extract(data, '$.at') < ? limit ?)`,
  );
  return async ({ validBefore, chargedBefore, keptBefore, limit }) =>
    Number(await connection.run(claims, validBefore, limit)) +
    Number(await connection.run(calls, chargedBefore, limit)) +
    Number(await connection.run(answers, keptBefore, limit));
}
