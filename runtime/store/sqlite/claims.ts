import type { Claim, ClaimOutcome, ClaimStore } from '../claims.ts';
import { paymentColumns, readClaim } from '../rows/claims.ts';
import { integer } from '../rows/row.ts';
import type { Connection } from './connection.ts';
import { settlesRecords } from './records.ts';

/** Claims in the embedded store. */
export function createClaimStore(connection: Connection): ClaimStore {
  const settleRecords = settlesRecords(connection);
  const byPayment = connection.prepare(
    'select * from claims where network = ? and asset = ? and payer = ? and nonce = ?',
  );
  const byId = connection.prepare('select * from claims where id = ?');
  const outstanding = connection.prepare(
    "select coalesce(sum(amount), 0) as amount from claims where payer = ? and state in ('claimed', 'settling') and valid_before > ?",
  );
  const insert = connection.prepare(
    "insert into claims (id, network, asset, payer, nonce, amount, valid_before, payment, fingerprint, state) values (?, ?, ?, ?, ?, ?, ?, ?, ?, 'claimed')",
  );
  const reopen = connection.prepare(
    "update claims set state = 'claimed', held = 0, replay = '{}', tx_hash = null where id = ?",
  );
  // A signature that has moved its funds is of no more use, except to others.
  const payment = "case when ?1 in ('owed', 'settled') then json_set(payment, '$.proof', json('{}')) else payment end";
  const move = connection.prepare(
    `update claims set state = ?1, tx_hash = coalesce(?2, tx_hash), payment = ${payment} where id = ?3 and state in (select value from json_each(?4))`,
  );
  const abandon = connection.prepare(
    "update claims set state = 'released' where id = ? and state = 'claimed' and held = 0",
  );
  const replace = connection.prepare(
    'update or ignore claims set network = ?, asset = ?, payer = ?, nonce = ?, amount = ?, valid_before = ?, payment = ? where id = ?',
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
    claim: ({ id, payment, fingerprint, balance, reusable, now }) =>
      connection.write((): ClaimOutcome => {
        const row = byPayment.get(payment.network, payment.asset, payment.payer, payment.nonce);
        const earlier = row && readClaim(row);
        if (earlier && (earlier.fingerprint !== fingerprint || !reusable.includes(earlier.state))) {
          return { outcome: 'replayed', claim: earlier };
        }
        if (earlier?.state === 'owed') return { outcome: 'owed', claim: earlier };

        const spoken = outstanding.get(payment.payer, now);
        if (balance - (spoken ? integer(spoken, 'amount') : 0n) < payment.amount) return { outcome: 'underfunded' };

        if (earlier) {
          reopen.run(earlier.id);
          return { outcome: 'claimed', claim: find(earlier.id) };
        }
        insert.run(id, ...paymentColumns(payment), fingerprint);
        return { outcome: 'claimed', claim: { id, state: 'claimed', payment, fingerprint, held: false, replay: {} } };
      }),
    find: (id) =>
      connection.read(() => {
        const row = byId.get(id);
        return row && readClaim(row);
      }),
    move: (id, from, to, txHash) =>
      connection.write(() => {
        if (move.run(to, txHash ?? null, id, JSON.stringify(from)).changes === 0n) return false;
        // What is owed has paid for its goods already.
        if ((to === 'owed' || to === 'settled') && !from.includes('owed')) settleRecords(id, txHash);
        return true;
      }),
    abandon: (id) => connection.write(() => abandon.run(id).changes === 1n),
    replacePayment: (id, payment) => connection.write(() => replace.run(...paymentColumns(payment), id).changes === 1n),
    // No other process has the file open.
    leave: () => Promise.resolve(),
    hold: (id) => connection.write(() => void hold.run(id)),
    setReplay: (id, fields) => connection.write(() => void replay.run(JSON.stringify(fields), id)),
    unfinished: () => connection.read(() => unfinished.all().map(readClaim)),
  };
}
