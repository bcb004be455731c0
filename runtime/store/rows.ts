import type { Payment } from '../operation/payment.ts';
import type { Account, Reservation, UsageRow } from './accounts.ts';
import type { Claim, ClaimState } from './claims.ts';
import type { Job } from './jobs.ts';
import type { Transfer } from './ledger.ts';
import type { StoredRecord } from './records.ts';

/** A row as a database returns it; integers are `bigint`. */
export type Row = Readonly<Record<string, unknown>>;

/** Reads a text column. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} holds no text.`);
  return value;
}

/** Reads an integer column. */
export function integer(row: Row, column: string): bigint {
  const value = row[column];
  if (typeof value !== 'bigint') throw new TypeError(`Column ${column} holds no integer.`);
  return value;
}

/** Reads a boolean column, which some databases store as 1 or 0. */
export function flag(row: Row, column: string): boolean {
  return row[column] === true || row[column] === 1n;
}

/** Reads a column that holds a JSON object. */
export function object(row: Row, column: string): Record<string, unknown> {
  return JSON.parse(text(row, column));
}

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
    ...(row.fingerprint !== null && { fingerprint: text(row, 'fingerprint') }),
    ...(Boolean(row.is_left) && { left: true }),
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

const states: readonly ClaimState[] = ['claimed', 'settling', 'settled', 'owed', 'released'];

/** Reads a claim. */
export function readClaim(row: Row): Claim {
  const state = states.find((known) => known === row.state);
  if (!state) throw new TypeError(`A claim is in the unknown state ${row.state}.`);
  const payment = {
    ...JSON.parse(text(row, 'payment')),
    network: text(row, 'network'),
    asset: text(row, 'asset'),
    payer: text(row, 'payer'),
    nonce: text(row, 'nonce'),
    amount: integer(row, 'amount'),
    validBefore: Number(integer(row, 'valid_before')),
  };

  return {
    id: text(row, 'id'),
    state,
    payment,
    fingerprint: text(row, 'fingerprint'),
    held: flag(row, 'held'),
    replay: object(row, 'replay'),
    ...(row.tx_hash === null ? {} : { txHash: text(row, 'tx_hash') }),
    ...(row.elsewhere === true && { elsewhere: true }),
  };
}

/** Columns of the payment of a claim: network, asset, payer, nonce, amount, end, and the other fields as JSON. */
export function paymentColumns({ network, asset, payer, nonce, amount, validBefore, ...rest }: Payment) {
  return [network, asset, payer, nonce, amount, validBefore, JSON.stringify(rest)] as const;
}

/** Reads a job. */
export function readJob(row: Row): Job {
  return {
    id: text(row, 'id'),
    machine: text(row, 'machine'),
    state: text(row, 'state'),
    owner: text(row, 'owner'),
    createdAt: Number(integer(row, 'created_at')),
    data: object(row, 'data'),
    ...(row.claim === null ? {} : { claim: text(row, 'claim') }),
  };
}

/** Thrown to roll back a unit that the balance does not cover. */
export class InsufficientFunds extends Error {}

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

/** Reads a record. */
export function readRecord(row: Row): StoredRecord {
  return {
    kind: text(row, 'kind'),
    id: text(row, 'id'),
    owner: text(row, 'owner'),
    data: object(row, 'data'),
    ...(row.claim !== null && { claim: text(row, 'claim') }),
    ...(row.tx_hash !== null && { txHash: text(row, 'tx_hash') }),
  };
}
