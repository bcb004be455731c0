import type { DatabaseSync } from 'node:sqlite';
import { paymentKey } from '../payment-name.ts';
import type { Migration } from './connection.ts';

/** Columns of a claim in every version, besides its key. */
const ofClaim = `network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  amount integer not null,
  valid_before integer not null,
  payment text not null,
  fingerprint text not null,
  state text not null,
  held integer not null default 0,
  replay text not null default '{}',
  tx_hash text`;

/** Columns of a transfer in every version, besides its key. */
const ofTransfer = `network text not null,
  asset text not null,
  payer text not null,
  nonce text not null,
  pay_to text not null,
  amount integer not null,
  tx_hash text not null,
  route text not null,
  at integer not null`;

/** Tables of the first version. Amounts are micro-USDC, `at` milliseconds and `valid_before` seconds since 1970. */
const first = `
create table if not exists claims (
  id text primary key,
  ${ofClaim},
  unique (network, asset, payer, nonce)
) strict, without rowid;
create index if not exists claims_of_payer on claims (payer, state);

create table if not exists balances (
  address text primary key,
  amount integer not null
) strict, without rowid;

create table if not exists transfers (
  sequence integer primary key,
  ${ofTransfer},
  unique (network, asset, payer, nonce)
) strict;

create table if not exists accounts (
  id text primary key,
  key_hash text not null unique,
  balance integer not null,
  spent integer not null default 0
) strict, without rowid;

create table if not exists reservations (
  id text primary key,
  account text not null,
  amount integer not null,
  route text not null,
  operation text not null,
  held integer not null default 0
) strict, without rowid;
create index if not exists reservations_of_account on reservations (account, amount);

create table if not exists usage (
  sequence integer primary key,
  id text not null unique,
  account text not null,
  at integer not null,
  route text not null,
  operation text not null,
  amount integer not null,
  data text not null
) strict;
create index if not exists usage_of_account on usage (account, at);

create table if not exists jobs (
  sequence integer primary key,
  id text not null unique,
  machine text not null,
  state text not null,
  owner text not null,
  claim text,
  created_at integer not null,
  data text not null
) strict;
create index if not exists jobs_of_owner on jobs (machine, owner);

create table if not exists records (
  sequence integer primary key,
  kind text not null,
  id text not null,
  owner text not null,
  data text not null,
  unique (kind, id)
) strict;
create index if not exists records_of_owner on records (kind, owner);
`;

/** Goods that wait for their settlement, and jobs by the claim that pays for them. */
const goods = `
alter table records add column claim text;
alter table records add column settled integer not null default 1;
alter table records add column tx_hash text;
create index records_of_claim on records (claim) where claim is not null;
create index records_unsettled on records (kind) where settled = 0;
create index jobs_of_claim on jobs (claim) where claim is not null;
`;

/** Reservations end by themselves; those of earlier versions when their jobs are polled. */
const lives = `
alter table reservations add column expires_at integer not null default 253402300799000;
`;

/** Only claims under way are looked for by payer: an index of those alone stays small, however many there have been. */
const claimsUnderWay = `
drop index claims_of_payer;
create index claims_under_way on claims (payer, valid_before) where state in ('claimed', 'settling');
`;

/** Claims and transfers are found by a short key of their payment; claims lie in the order in which they came. */
function paymentKeys(database: DatabaseSync): void {
  const keyOf = (...[network, asset, payer, nonce]: unknown[]) =>
    paymentKey({ network: String(network), asset: String(asset), payer: String(payer), nonce: String(nonce) });
  database.function('payment_key', { deterministic: true, varargs: true }, keyOf);
  database.exec(`
    create table keyed_claims (
      id text primary key,
      payment_key blob not null unique,
      ${ofClaim}
    ) strict;
    insert into keyed_claims select id, payment_key(network, asset, payer, nonce), network, asset, payer, nonce, amount,
      valid_before, payment, fingerprint, state, held, replay, tx_hash from claims order by id;
    drop table claims;
    alter table keyed_claims rename to claims;
    create index claims_under_way on claims (payer, valid_before) where state in ('claimed', 'settling');

    create table keyed_transfers (
      sequence integer primary key,
      payment_key blob not null unique,
      ${ofTransfer}
    ) strict;
    insert into keyed_transfers select sequence, payment_key(network, asset, payer, nonce), network, asset, payer, nonce,
      pay_to, amount, tx_hash, route, at from transfers;
    drop table transfers;
    alter table keyed_transfers rename to transfers;
  `);
}

/** Calls of accounts that were charged and whose answers are not sent yet. `process` is the one that serves the call. */
const owedCalls = `
alter table reservations add column fingerprint text;
create table owed_calls (
  reservation text primary key,
  account text not null,
  fingerprint text not null,
  at integer not null,
  repeats integer not null default 0,
  process text
) strict, without rowid;
create index owed_calls_of_account on owed_calls (account, fingerprint);
`;

/** Claims that are removed when their payments have expired. */
const claimsOver = `
create index claims_over on claims (valid_before) where state = 'released' or amount = 0;
`;

/** Migrations: each makes a database of one version from the version before; an empty database has version 0. */
export const migrations: readonly Migration[] = [
  first,
  goods,
  lives,
  claimsUnderWay,
  paymentKeys,
  owedCalls,
  claimsOver,
];

/** Every table, for a reset. */
export const tables = [
  'claims',
  'balances',
  'transfers',
  'accounts',
  'reservations',
  'owed_calls',
  'usage',
  'jobs',
  'records',
] as const;
