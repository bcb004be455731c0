import type { Micro } from '../../operation.ts';
import { addressId } from '../../payment/address.ts';
import type { Payment } from '../../payment/payment.ts';
import type { Ledger, Transfer } from '../ledger.ts';
import { readTransfer } from '../rows/ledger.ts';
import { integer } from '../rows/row.ts';
import type { Connection } from './connection.ts';

/** The embedded ledger. `defaultBalance` is that of wallets that were never funded. */
export function createLedger(connection: Connection, defaultBalance: Micro): Ledger {
  const balanceOf = connection.prepare('select amount from balances where address = ?');
  const setBalance = connection.prepare(
    'insert into balances (address, amount) values (?, ?) on conflict do update set amount = excluded.amount',
  );
  const insert = connection.prepare(
    'insert into transfers (network, asset, payer, nonce, pay_to, amount, tx_hash, route, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const byPayment = connection.prepare(
    'select * from transfers where network = ? and asset = ? and payer = ? and nonce = ?',
  );
  const all = connection.prepare('select * from transfers order by sequence');
  const byPayer = connection.prepare('select * from transfers where payer = ? order by sequence');

  function balance(address: string): Micro {
    const row = balanceOf.get(address);
    return row ? integer(row, 'amount') : defaultBalance;
  }

  function transferOf({ network, asset, payer, nonce }: Payment): Transfer | undefined {
    const row = byPayment.get(network, asset, payer, nonce);
    return row && readTransfer(row);
  }

  return {
    balance: (address) => connection.read(() => balance(addressId(address))),
    fund: (address, amount) => connection.write(() => void setBalance.run(addressId(address), amount)),
    transfer: (payment, txHash, route, at) =>
      connection.write(() => {
        const earlier = transferOf(payment);
        if (earlier) return earlier;

        const { network, asset, payer, nonce, payTo, amount } = payment;
        const left = balance(payer) - amount;
        if (left < 0n) return undefined;
        setBalance.run(payer, left);
        setBalance.run(payTo, balance(payTo) + amount);
        insert.run(network, asset, payer, nonce, payTo, amount, txHash, route, at);
        return { payer, payTo, amount, asset, network, txHash, route, at };
      }),
    record: (payment, txHash, route, at) =>
      connection.write(() => {
        const { network, asset, payer, nonce, payTo, amount } = payment;
        if (!transferOf(payment)) insert.run(network, asset, payer, nonce, payTo, amount, txHash, route, at);
      }),
    transferOf: (payment) => connection.read(() => transferOf(payment)),
    transfers: (payer) => connection.read(() => (payer ? byPayer.all(addressId(payer)) : all.all()).map(readTransfer)),
  };
}
