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
  const statements = prepareStatements(connection);
  const settleRecords = settlesRecords(connection);

  return {
    claim: (request) => connection.writeOnce(() => take(statements, request, defaultBalance)),
    find: (id) => connection.read(() => find(statements, id)),
    async move(id, from, to, txHash) {
      const values = [to, txHash ?? null, id, JSON.stringify(from)];
      // A claim that is owed its answer has paid for its records already.
      const pays = (to === 'owed' || to === 'settled') && !from.includes('owed');
      if (!pays) return (await connection.run(statements.move, ...values)) === 1n;
      return connection.write(() => {
        const isMoved = statements.pay.run(...values).changes === 1n;
        if (isMoved) settleRecords(id, txHash);
        return isMoved;
      });
    },
    abandon: async (id) => (await connection.run(statements.abandon, id)) === 1n,
    replacePayment: async (id, payment) =>
      (await connection.run(statements.replace, ...paymentColumns(payment), paymentKey(payment), id)) === 1n,
    // No other process has the file open.
    leave: () => Promise.resolve(),
    hold: async (id) => void (await connection.run(statements.hold, id)),
    unhold: async (id) => void (await connection.run(statements.unhold, id)),
    setReplay: async (id, fields) => void (await connection.run(statements.replay, JSON.stringify(fields), id)),
    unfinished: () => connection.read(() => statements.unfinished.all().map(readClaim)),
  };
}

/** Takes a payment as `ClaimStore.claim` does; writes by one statement at most. */
function take(
  statements: Statements,
  { id, payment, fingerprint, balance, fundsOn, reusable, now }: Parameters<ClaimStore['claim']>[0],
  defaultBalance: Micro,
): ClaimOutcome {
  const [network, asset, payer, nonce, amount, validBefore, json] = paymentColumns(payment);
  const funds = [payer, amount, balance ?? null, defaultBalance, now, fundsOn ?? null] as const;
  const key = paymentKey(payment);
  const values = [id, key, network, asset, nonce, validBefore, json, fingerprint] as const;
  if (statements.insert.run(...funds, ...values).changes === 1n) {
    return { outcome: 'claimed', claim: { id, state: 'claimed', payment, fingerprint, held: false, replay: {} } };
  }

  const row = statements.byPayment.get(key);
  if (!row) return { outcome: 'underfunded' };
  const earlier = readClaim(row);
  if (earlier.fingerprint !== fingerprint || !reusable.includes(earlier.state)) {
    return { outcome: 'replayed', claim: earlier };
  }
  if (earlier.state === 'owed') return { outcome: 'owed', claim: earlier };
  if (statements.covered.get(...funds)?.covered !== 1n) return { outcome: 'underfunded' };
  statements.reopen.run(earlier.id);
  const claim = find(statements, earlier.id);
  if (!claim) throw new Error(`There is no claim ${earlier.id}.`);
  return { outcome: 'claimed', claim };
}

function find({ byId }: Statements, id: string): Claim | undefined {
  const row = byId.get(id);
  return row && readClaim(row);
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements({ prepare }: Connection) {
  const moved = 'state = ?1, tx_hash = coalesce(?2, tx_hash)';
  const movable = 'id = ?3 and instr(?4, json_quote(state))';
  return {
    byPayment: prepare('select * from claims where payment_key = ?'),
    byId: prepare('select * from claims where id = ?'),
    covered: prepare(`select ${isCovered} as covered`),
    insert: prepare(
      `insert into claims (payer, amount, id, payment_key, network, asset, nonce, valid_before, payment, fingerprint, state) select ?1, ?2, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, 'claimed' where ${isCovered} on conflict (payment_key) do nothing`,
    ),
    reopen: prepare("update claims set state = 'claimed', held = 0, replay = '{}', tx_hash = null where id = ?"),
    move: prepare(`update claims set ${moved} where ${movable}`),
    /** Moves a claim whose funds have moved. */
    pay: prepare(`update claims set ${moved}, ${withoutProof} where ${movable}`),
    abandon: prepare("update claims set state = 'released' where id = ? and state = 'claimed' and held = 0"),
    replace: prepare(
      'update or ignore claims set network = ?, asset = ?, payer = ?, nonce = ?, amount = ?, valid_before = ?, payment = ?, payment_key = ? where id = ?',
    ),
    hold: prepare('update claims set held = 1 where id = ?'),
    unhold: prepare("update claims set held = 0 where id = ? and state = 'settling'"),
    replay: prepare('update claims set replay = ? where id = ?'),
    unfinished: prepare(
      "select * from claims where state in ('claimed', 'settling') and (state = 'settling' or held = 0)",
    ),
  };
}
