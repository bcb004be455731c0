import type { Micro } from '../../money/usd.ts';
import { createTurns } from '../../system/turns.ts';
import type { ClaimStore } from '../claims.ts';
import { paymentColumns, readClaim } from '../rows.ts';
import type { Database } from './database.ts';
import { isTaken } from './failures.ts';
import { isFree } from './presence.ts';
import { settleRecords } from './records.ts';
import { columns, takePayment } from './take.ts';

/** The process that works on a moved claim: none once it has ended, or while a job holds it. */
const keeper = `case
  when $3::text = 'settling' then $1
  when $3::text in ('settled', 'released') or (held and $3::text = 'claimed') then null
  else process end`;
/** Removes the signature of a payment that has moved its funds: it is useful only to attackers. */
export const withoutProof = "jsonb_set(payment::jsonb, '{proof}', '{}')::text";
const proof = `case when $3::text in ('owed', 'settled') then ${withoutProof} else payment end`;
const move = `
  update claims set state = $3::text, tx_hash = coalesce($4, tx_hash), process = ${keeper}, payment = ${proof}
  where id = $2 and state = any($5) and ${isFree('claims')} returning id`;
const abandon = `
  update claims set state = 'released', process = null
  where id = $2 and state = 'claimed' and not held and ${isFree('claims')} returning id`;
const replace = `
  update claims set network = $2, asset = $3, payer = $4, nonce = $5, amount = $6, valid_before = $7, payment = $8
  where id = $1 returning id`;
const unfinished = `
  select ${columns} from claims
  where state in ('claimed', 'settling') and (state = 'settling' or not held) and process is distinct from $1 and ${isFree('claims')}`;

/** Claims in PostgreSQL. `defaultBalance` is that of wallets that were never funded. */
export function createClaimStore(database: Database, defaultBalance: Micro): ClaimStore {
  const { process, query, write, unit } = database;
  // Those of one payer wait for each other here and not in the database, where each that waits keeps a connection.
  const inTurn = createTurns();

  return {
    claim: (request) => inTurn(request.payment.payer, () => takePayment(database, request, defaultBalance)),
    async find(id) {
      const [row] = await query(`select ${columns} from claims where id = $2`, process, id);
      return row && readClaim(row);
    },
    async move(id, from, to, txHash) {
      const values = [process, id, to, txHash ?? null, from];
      // A claim that is owed its answer has paid for its records already.
      const pays = (to === 'owed' || to === 'settled') && !from.includes('owed');
      if (!pays) return (await write(move, ...values)) === 1;
      return unit(async (run) => {
        const isMoved = (await run(move, ...values)).length === 1;
        if (isMoved) await settleRecords(run, id, txHash);
        return isMoved;
      });
    },
    abandon: async (id) => (await write(abandon, process, id)) === 1,
    async replacePayment(id, payment) {
      try {
        return (await write(replace, id, ...paymentColumns(payment))) === 1;
      } catch (error) {
        if (isTaken(error)) return false;
        throw error;
      }
    },
    async leave(id) {
      await write('update claims set process = null where id = $2 and process = $1 returning id', process, id);
    },
    async hold(id) {
      await write('update claims set held = true, process = null where id = $1 returning id', id);
    },
    async unhold(id) {
      await write("update claims set held = false where id = $1 and state = 'settling' returning id", id);
    },
    async setReplay(id, fields) {
      await write('update claims set replay = $2 where id = $1 returning id', id, JSON.stringify(fields));
    },
    unfinished: async () => (await query(unfinished, process)).map(readClaim),
  };
}
