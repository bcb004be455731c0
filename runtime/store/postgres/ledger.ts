import type { Micro } from '../../money/usd.ts';
import type { Payment } from '../../operation/payment.ts';
import { addressId } from '../../x402/address.ts';
import type { Ledger, Transfer } from '../ledger.ts';
import { InsufficientFunds, integer, readTransfer } from '../rows.ts';
import type { Database } from './database.ts';
import type { Query } from './statements.ts';

const setBalance = `
  insert into balances (address, amount) values ($1, $2) on conflict (address) do update set amount = excluded.amount
  returning address`;
const open = 'insert into balances (address, amount) values ($1, $2) on conflict (address) do nothing';
const debit = 'update balances set amount = amount - $2 where address = $1 and amount >= $2 returning amount';
const credit = 'update balances set amount = amount + $2 where address = $1';
const insert = `
  insert into transfers (network, asset, payer, nonce, pay_to, amount, tx_hash, route, at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (payer, network, asset, nonce) do nothing returning nonce`;
const byPayment = 'select * from transfers where payer = $1 and network = $2 and asset = $3 and nonce = $4';
const all = 'select * from transfers where $1::text is null or payer = $1 order by sequence';

/** The ledger in PostgreSQL. `defaultBalance` is that of wallets that were never funded. */
export function createLedger({ query, write, unit }: Database, defaultBalance: Micro): Ledger {
  async function transferOf(run: Query, { network, asset, payer, nonce }: Payment): Promise<Transfer | undefined> {
    const [row] = await run(byPayment, payer, network, asset, nonce);
    return row && readTransfer(row);
  }

  return {
    balance: (address) => balanceOf(query, addressId(address), defaultBalance),
    async fund(address, amount) {
      await write(setBalance, addressId(address), amount);
    },
    async transfer(payment, ...made) {
      try {
        return await unit(async (run) => {
          await moveFunds(run, defaultBalance, payment, ...made);
          return transferOf(run, payment);
        });
      } catch (error) {
        if (error instanceof InsufficientFunds) return undefined;
        throw error;
      }
    },
    async record(...transfer) {
      await write(insert, ...columns(...transfer));
    },
    transferOf: (payment) => transferOf(query, payment),
    transfers: async (payer) => (await query(all, payer ? addressId(payer) : null)).map(readTransfer),
  };
}

/** The balance of a wallet, or the default balance. */
export async function balanceOf(run: Query, address: string, defaultBalance: Micro): Promise<Micro> {
  const [row] = await run('select amount from balances where address = $1', address);
  return row ? integer(row, 'amount') : defaultBalance;
}

/**
 * Within a unit: moves the funds of a payment that has moved none; false where it has.
 *
 * Throws `InsufficientFunds`, after which nothing of the unit may be kept.
 */
export async function moveFunds(
  run: Query,
  defaultBalance: Micro,
  ...transfer: Parameters<Ledger['transfer']>
): Promise<boolean> {
  const [{ payer, payTo, amount }] = transfer;
  const [made] = await run(insert, ...columns(...transfer));
  if (!made) return false;
  await run(open, payer, defaultBalance);
  const [left] = await run(debit, payer, amount);
  if (!left) throw new InsufficientFunds();
  await run(open, payTo, defaultBalance);
  // Last, because many payers pay one wallet.
  await run(credit, payTo, amount);
  return true;
}

function columns({ network, asset, payer, nonce, payTo, amount }: Payment, txHash: string, route: string, at: number) {
  return [network, asset, payer, nonce, payTo, amount, txHash, route, at] as const;
}
