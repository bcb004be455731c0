import type { Account, Reservation, UsageRow } from '../accounts.ts';
import { integer, object, type Row, text } from './row.ts';

/** Reads an account with the sum of its open reservations. */
export function readAccount(row: Row): Account {
  return {
    id: text(row, 'id'),
    balance: integer(row, 'balance'),
    reserved: integer(row, 'reserved'),
    spent: integer(row, 'spent'),
  };
}

/** Reads a reservation. */
export function readReservation(row: Row): Reservation {
  return {
    id: text(row, 'id'),
    account: text(row, 'account'),
    amount: integer(row, 'amount'),
    route: text(row, 'route'),
    operation: text(row, 'operation'),
    expiresAt: Number(integer(row, 'expires_at')),
  };
}

/** Reads a usage row. */
export function readUsage(row: Row): UsageRow {
  return {
    id: text(row, 'id'),
    account: text(row, 'account'),
    at: Number(integer(row, 'at')),
    route: text(row, 'route'),
    operation: text(row, 'operation'),
    amount: integer(row, 'amount'),
    data: object(row, 'data'),
  };
}
