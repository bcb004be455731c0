import type { Micro } from '../../money/usd.ts';
import type { Claim, ClaimOutcome, ClaimStore } from '../claims.ts';
import { paymentKey } from '../payment-name.ts';
import { paymentColumns, readClaim } from '../rows.ts';
import type { Connection } from './connection.ts';
import { settlesRecords } from './records.ts';

/** Removes the signature of a payment that has moved its funds: it is useful only to attackers. */
export const withoutProof = "payment = json_set(payment, '$.proof', json('{}'))";

/** True if a payer (?1) has an amount (?2) left beside its claims in progress: of a balance (?3), or else of the ledger (?4 without a row). */
const isCovered = `
  coalesce(?3, (select amount from balances where address = ?1), ?4) - (
    select coalesce(sum(amount), 0) from claims
    where payer = ?1 and state in ('claimed', 'settling') and valid_before > ?5 and network = coalesce(?6, network)
  ) >= ?2`;

/** Claims in the embedded store. `defaultBalance` is that of wallets that were never funded. */
export function createClaimStore(connection: Connection, defaultBalance: Micro): ClaimStore {
  const settleRecords = settlesRecords(connection);
  const byPayment = connection.prepare('select * from claims where payment_key = ?');
  const byId = connection.prepare('select * from claims where id = ?');
  const covered = connection.prepare(`select ${isCovered} as covered`);
  const insert = connection.prepare(
    `insert into claims (payer, amount, id, payment_key, network, asset, nonce, valid_before, payment, fingerprint, state) select ?1, ?2, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 'claimed' where ${isCovered} on conflict (payment_key) do nothing`,
  );
  const reopen = connection.prepare(
    "update claims set state = 'claimed', held = 0, replay = '{}', tx_hash = null where id = ?",
  );
  const { move, pay } = prepareMoves(connection);
  const abandon = connection.prepare(
    "update claims set state = 'released' where id = ? and state = 'claimed' and held = 0",
  );
  const replace = connection.prepare(
    'update or ignore claims set network = ?, asset = ?, payer = ?, nonce = ?, amount = ?, valid_before = ?, payment = ?, payment_key = ? where id = ?',
  );
  const hold = connection.prepare('update claims set held = 1 where id = ?');
  const replay = connection.prepare('update claims set replay = ? where id = ?');
  const unfinished = connection.prepare(
    "select * from claims where state in ('claimed', 'settling') and (state = 'settling' or held = 0)",
  );

  function find(id: string): Claim {
    const row = byId.get(id);
    if (!row) throw new Error(`There is no claim ${id}.`);
    return readClaim(row);
  }

  return {
    claim: ({ id, payment, fingerprint, balance = null, fundsOn = null, reusable, now }) =>
      connection.writeOnce((): ClaimOutcome => {
        const [network, asset, payer, nonce, amount, validBefore, json] = paymentColumns(payment);
        const funds = [payer, amount, balance, defaultBalance, now, fundsOn] as const;
        const key = paymentKey(payment);
        if (insert.run(...funds, id, key, network, asset, nonce, validBefore, json, fingerprint).changes === 1n) {
          return { outcome: 'claimed', claim: { id, state: 'claimed', payment, fingerprint, held: false, replay: {} } };
        }

        const row = byPayment.get(key);
        if (!row) return { outcome: 'underfunded' };
        const earlier = readClaim(row);
        if (earlier.fingerprint !== fingerprint || !reusable.includes(earlier.state)) {
          return { outcome: 'replayed', claim: earlier };
        }
        if (earlier.state === 'owed') return { outcome: 'owed', claim: earlier };
        if (covered.get(...funds)?.covered !== 1n) return { outcome: 'underfunded' };
        reopen.run(earlier.id);
        return { outcome: 'claimed', claim: find(earlier.id) };
      }),
    find: (id) =>
      connection.read(() => {
        const row = byId.get(id);
        return row && readClaim(row);
      }),
    async move(id, from, to, txHash) {
      const values = [to, txHash ?? null, id, JSON.stringify(from)];
      // A claim that is owed its answer has paid for its records already.
      const pays = (to === 'owed' || to === 'settled') && !from.includes('owed');
      if (!pays) return (await connection.run(move, ...values)) === 1n;
      return connection.write(() => {
        const isMoved = pay.run(...values).changes === 1n;
        if (isMoved) settleRecords(id, txHash);
        return isMoved;
      });
    },
    abandon: async (id) => (await connection.run(abandon, id)) === 1n,
    replacePayment: async (id, payment) =>
      (await connection.run(replace, ...paymentColumns(payment), paymentKey(payment), id)) === 1n,
    // No other process has the file open.
    leave: () => Promise.resolve(),
    hold: async (id) => void (await connection.run(hold, id)),
    setReplay: async (id, fields) => void (await connection.run(replay, JSON.stringify(fields), id)),
    unfinished: () => connection.read(() => unfinished.all().map(readClaim)),
  };
}

/** The statements that move a claim to another state; `pay` is for payments whose funds have moved. */
function prepareMoves(connection: Connection) {
  const moved = 'state = ?1, tx_hash = coalesce(?2, tx_hash)';
  const movable = 'id = ?3 and instr(?4, json_quote(state))';
  return {
    move: connection.prepare(`update claims set ${moved} where ${movable}`),
    pay: connection.prepare(`update claims set ${moved}, ${withoutProof} where ${movable}`),
  };
}
