import type { Micro } from '../../money/usd.ts';
import type { Payment } from '../../operation/payment.ts';
import { addressId } from '../../x402/address.ts';
import type { Ledger, Transfer } from '../ledger.ts';
import { paymentKey } from '../payment-name.ts';
import { InsufficientFunds, integer, readTransfer } from '../rows.ts';
import type { Connection } from './connection.ts';

const insertTransfer =
  'insert into transfers (payment_key, network, asset, payer, nonce, pay_to, amount, tx_hash, route, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (payment_key) do nothing';

/** The embedded ledger. `defaultBalance` is that of wallets that were never funded. */
export function createLedger(connection: Connection, defaultBalance: Micro): Ledger {
  const balanceOf = connection.prepare('select amount from balances where address = ?');
  const setBalance = connection.prepare(
    'insert into balances (address, amount) values (?, ?) on conflict do update set amount = excluded.amount',
  );
  const insert = connection.prepare(insertTransfer);
  const moveFunds = movesFunds(connection, defaultBalance);
  const byPayment = connection.prepare('select * from transfers where payment_key = ?');
  const all = connection.prepare('select * from transfers order by sequence');
  const byPayer = connection.prepare('select * from transfers where payer = ? order by sequence');

  function balance(address: string): Micro {
    const row = balanceOf.get(address);
    return row ? integer(row, 'amount') : defaultBalance;
  }

  function transferOf(payment: Payment): Transfer | undefined {
    const row = byPayment.get(paymentKey(payment));
    return row && readTransfer(row);
  }

  return {
    balance: (address) => connection.read(() => balance(addressId(address))),
    fund: async (address, amount) => void (await connection.run(setBalance, addressId(address), amount)),
    async transfer(payment, ...made) {
      try {
        return await connection.write(() => {
          moveFunds(payment, ...made);
          return transferOf(payment);
        });
      } catch (error) {
        if (error instanceof InsufficientFunds) return undefined;
        throw error;
      }
    },
    record: async (...transfer) => void (await connection.run(insert, ...columns(...transfer))),
    transferOf: (payment) => connection.read(() => transferOf(payment)),
    transfers: (payer) => connection.read(() => (payer ? byPayer.all(addressId(payer)) : all.all()).map(readTransfer)),
  };
}

/**
 * Within a write: moves the funds of a payment that has moved none; false where it has.
 *
 * Throws `InsufficientFunds`, after which nothing of the write may be kept.
 */
export function movesFunds(
  connection: Connection,
  defaultBalance: Micro,
): (...transfer: Parameters<Ledger['transfer']>) => boolean {
  const insert = connection.prepare(insertTransfer);
  const debit = connection.prepare('update balances set amount = amount - ?2 where address = ?1 and amount >= ?2');
  const open = connection.prepare('insert into balances (address, amount) values (?, ?) on conflict do nothing');
  const credit = connection.prepare(
    'insert into balances (address, amount) values (?1, ?2 + ?3) on conflict do update set amount = amount + ?3',
  );
  return (...transfer) => {
    const [{ payer, payTo, amount }] = transfer;
    if (insert.run(...columns(...transfer)).changes !== 1n) return false;
    const isDebited = debit.run(payer, amount).changes === 1n;
    // A wallet that was never funded has no row.
    const left = defaultBalance - amount;
    if (!isDebited && (left < 0n || open.run(payer, left).changes !== 1n)) throw new InsufficientFunds();
    credit.run(payTo, defaultBalance, amount);
    return true;
  };
}

function columns(payment: Payment, txHash: string, route: string, at: number) {
  const { network, asset, payer, nonce, payTo, amount } = payment;
  return [paymentKey(payment), network, asset, payer, nonce, payTo, amount, txHash, route, at] as const;
}
