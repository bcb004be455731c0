import { keptAnswer } from '../records.ts';
import type { Store } from '../store.ts';
import type { Database } from './database.ts';

const key = 'payer, network, asset, nonce';
const claims = `
  delete from claims where (${key}) in (
    select ${key} from claims where (state = 'released' or amount = 0) and valid_before < $1 limit $2
  ) returning id`;
const calls = `
  delete from owed_calls where reservation in (select reservation from owed_calls where at < $1 limit $2)
  returning reservation`;
const answers = `
  delete from records where kind = '${keptAnswer}' and id in (
    select id from records where kind = '${keptAnswer}' and (data::jsonb ->> 'at')::bigint < $1 limit $2
  ) returning id`;
/** A payer is only there to be locked. One whose row is removed while its claim waits for it gets a new row. */
const payers = `
  delete from payers where payer in (
    select payer from payers where not exists (select 1 from claims where claims.payer = payers.payer) limit $1
  ) returning payer`;

/** Removes what has expired from PostgreSQL. */
export function createPurge({ query }: Database): Store['purge'] {
  return async ({ validBefore, chargedBefore, keptBefore, limit }) => {
    const removed = [
      await query(claims, validBefore, limit),
      await query(calls, chargedBefore, limit),
      await query(answers, keptBefore, limit),
      await query(payers, limit),
    ];
    return removed.reduce((sum, rows) => sum + rows.length, 0);
  };
}
