import { type RecordStore, type StoredRecord, undone } from '../records.ts';
import { readRecord, text } from '../rows.ts';
import type { Database } from './database.ts';
import type { Query } from './statements.ts';

/** A claim that has settled has paid for what is stored after it, too. */
const columns = `(kind, id, owner, data, claim, settled, tx_hash) values ($1, $2, $3, $4, $5::text,
  $5::text is null or exists (select 1 from claims where id = $5::text and state in ('owed', 'settled')),
  (select tx_hash from claims where id = $5::text and state in ('owed', 'settled')))`;
const put = `
  insert into records ${columns} on conflict (kind, id) do update
  set owner = excluded.owner, data = excluded.data, claim = excluded.claim, settled = excluded.settled,
    tx_hash = coalesce(excluded.tx_hash, records.tx_hash)
  returning id`;
const insert = `insert into records ${columns} on conflict (kind, id) do nothing returning id`;
const list = `
  select * from records where kind = $1 and ($2::text is null or owner = $2) and settled order by sequence`;
const unbind = `
  update records set claim = '${undone}' where kind = $1 and id = $2 and claim = $3 and not settled returning id`;
/** Locks the claim, so that no request takes it before the record is unbound. */
const lockClaim = 'select state from claims where id = $1 for update';
const reserved = 'select id from reservations where id = $1';
const remove = 'delete from records where kind = $1 and id = $2 and ($3::text is null or data = $3) returning id';

/** Records in PostgreSQL. */
export function createRecordStore({ query, write, unit }: Database): RecordStore {
  const values = ({ kind, id, owner, data, claim }: StoredRecord) =>
    [kind, id, owner, JSON.stringify(data), claim ?? null] as const;

  return {
    async put(record) {
      await write(put, ...values(record));
    },
    insert: async (record) => (await write(insert, ...values(record))) === 1,
    async find(kind, id) {
      const [row] = await query('select * from records where kind = $1 and id = $2 and settled', kind, id);
      return row && readRecord(row);
    },
    list: async (kind, owner) => (await query(list, kind, owner ?? null)).map(readRecord),
    ofClaim: async (claim) =>
      (await query('select * from records where claim = $1 order by sequence', claim)).map(readRecord),
    unsettled: async () => (await query('select * from records where not settled order by sequence')).map(readRecord),
    unbind: ({ kind, id, claim = '' }) =>
      unit(async (run) => {
        const [found] = await run(lockClaim, claim);
        if (found && text(found, 'state') !== 'released') return false;
        if ((await run(reserved, claim)).length > 0) return false;
        return (await run(unbind, kind, id, claim)).length === 1;
      }),
    remove: async (kind, id, data) =>
      (await write(remove, kind, id, data === undefined ? null : JSON.stringify(data))) === 1,
  };
}

/** Within a unit: records that a claim pays for are paid, by a transaction where there is one. */
export async function settleRecords(run: Query, claim: string, txHash?: string): Promise<void> {
  await run('update records set settled = true, tx_hash = $2 where claim = $1 and not settled', claim, txHash ?? null);
}
