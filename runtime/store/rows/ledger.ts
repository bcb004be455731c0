import type { Transfer } from '../ledger.ts';
import { integer, type Row, text } from './row.ts';

/** Thrown to keep nothing of a unit that the balance does not cover. */
export class Uncovered extends Error {}

/** Reads a transfer. */
export function readTransfer(row: Row): Transfer {
  return {
    payer: text(row, 'payer'),
    payTo: text(row, 'pay_to'),
    amount: integer(row, 'amount'),
    asset: text(row, 'asset'),
    network: text(row, 'network'),
    txHash: text(row, 'tx_hash'),
    route: text(row, 'route'),
    at: Number(integer(row, 'at')),
  };
}
