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
  const credit = connection.prepare(
    'insert into balances (address, amount) values (?1, ?2 + ?3) on conflict do update set amount = amount + ?3',
  );
  const insert = connection.prepare(
    'insert into transfers (network, asset, payer, nonce, pay_to, amount, tx_hash, route, at) values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (network, asset, payer, nonce) do nothing',
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
    fund: async (address, amount) => void (await connection.run(setBalance, addressId(address), amount)),
    transfer: (payment, txHash, route, at) =>
      connection.write(() => {
        const { network, asset, payer, payTo, amount } = payment;
        const left = balance(payer) - amount;
        const isFirst = left >= 0n && insert.run(...columns(payment, txHash, route, at)).changes === 1n;
        if (!isFirst) return transferOf(payment);
        setBalance.run(payer, left);
        credit.run(payTo, defaultBalance, amount);
        return { payer, payTo, amount, asset, network, txHash, route, at };
      }),
    record: async (...transfer) => void (await connection.run(insert, ...columns(...transfer))),
    transferOf: (payment) => connection.read(() => transferOf(payment)),
    transfers: (payer) => connection.read(() => (payer ? byPayer.all(addressId(payer)) : all.all()).map(readTransfer)),
  };
}

function columns({ network, asset, payer, nonce, payTo, amount }: Payment, txHash: string, route: string, at: number) {
  return [network, asset, payer, nonce, payTo, amount, txHash, route, at] as const;
}
