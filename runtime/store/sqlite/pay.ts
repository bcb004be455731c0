import type { Micro } from '../../money/usd.ts';
import { InsufficientFunds } from '../rows.ts';
import type { Store } from '../store.ts';
import { withoutProof } from './claims.ts';
import type { Connection } from './connection.ts';
import { movesFunds } from './ledger.ts';
import { settlesRecords } from './records.ts';

/** Pays claims from the embedded ledger. `defaultBalance` is the balance of wallets that were never funded. */
export function createPay(connection: Connection, defaultBalance: Micro): Store['pay'] {
  const settleRecords = settlesRecords(connection);
  const moveFunds = movesFunds(connection, defaultBalance);
  const move = connection.prepare(
    `update claims set state = ?, tx_hash = ?, ${withoutProof} where id = ? and state = ? and nonce = ? and held = 0`,
  );

  return async ({ id, from, to }, payment, txHash, ...made) => {
    try {
      return await connection.write(() => {
        if (move.run(to, txHash, id, from, payment.nonce).changes !== 1n) return false;
        if (!moveFunds(payment, txHash, ...made)) throw new InsufficientFunds();
        settleRecords(id, txHash);
        return true;
      });
    } catch (error) {
      if (error instanceof InsufficientFunds) return false;
      throw error;
    }
  };
}
