import type { Micro } from '../../money/usd.ts';
import { InsufficientFunds } from '../rows.ts';
import type { Store } from '../store.ts';
import { withoutProof } from './claims.ts';
import type { Database } from './database.ts';
import { moveFunds } from './ledger.ts';
import { isFree } from './presence.ts';
import { settleRecords } from './records.ts';

const move = `
  update claims set state = $3, tx_hash = $4, payment = ${withoutProof}
  where id = $2 and state = $5 and nonce = $6 and not held and ${isFree('claims')} returning id`;

/** Pays claims from the ledger in PostgreSQL. `defaultBalance` is that of wallets that were never funded. */
export function createPay({ process, unit }: Database, defaultBalance: Micro): Store['pay'] {
  return async ({ id, from, to }, payment, txHash, ...made) => {
    try {
      return await unit(async (run) => {
        const [moved] = await run(move, process, id, to, txHash, from, payment.nonce);
        if (!moved) return false;
        await settleRecords(run, id, txHash);
        if (!(await moveFunds(run, defaultBalance, payment, txHash, ...made))) throw new InsufficientFunds();
        return true;
      });
    } catch (error) {
      if (error instanceof InsufficientFunds) return false;
      throw error;
    }
  };
}
