/**
 * Tables of the first version. Amounts are micro-USDC, `at` milliseconds and `valid_before` seconds since 1970.
 *
 * Claims are kept by payer and what accounts have by account, so that a database which spreads its tables over machines
 * keeps together what one call touches. There are no foreign keys, triggers or advisory locks, which some of them lack.
 */
const first = [
  `create table payers (payer text primary key)`,
  `create table claims (
    id text not null,
    network text not null,
    asset text not null,
    payer text not null,
    nonce text not null,
    amount bigint not null,
    valid_before bigint not null,
    payment text not null,
    fingerprint text not null,
    state text not null,
    held boolean not null default false,
    replay text not null default '{}',
    tx_hash text,
    process text,
    primary key (payer, network, asset, nonce)
  )`,
  `create index claims_by_id on claims (id)`,
  `create index claims_open on claims (payer, valid_before) where state in ('claimed', 'settling')`,
  `create table balances (address text primary key, amount bigint not null)`,
  `create table transfers (
    sequence bigint generated always as identity,
    network text not null,
    asset text not null,
    payer text not null,
    nonce text not null,
    pay_to text not null,
    amount bigint not null,
    tx_hash text not null,
    route text not null,
    at bigint not null,
    primary key (payer, network, asset, nonce)
  )`,
  `create table account_keys (key_hash text primary key, account text not null)`,
  `create table accounts (
    id text primary key,
    balance bigint not null,
    reserved bigint not null default 0,
    spent bigint not null default 0
  )`,
  `create table reservations (
    id text primary key,
    account text not null,
    amount bigint not null,
    route text not null,
    operation text not null,
    expires_at bigint not null,
    held boolean not null default false,
    process text
  )`,
  `create index reservations_of_account on reservations (account, expires_at)`,
  `create table usage (
    sequence bigint generated always as identity,
    id text not null,
    account text not null,
    at bigint not null,
    route text not null,
    operation text not null,
    amount bigint not null,
    data text not null,
    primary key (account, at, sequence)
  )`,
  `create index usage_by_id on usage (id)`,
  `create table jobs (
    sequence bigint generated always as identity,
    id text primary key,
    machine text not null,
    state text not null,
    owner text not null,
    claim text,
    created_at bigint not null,
    data text not null
  )`,
  `create index jobs_of_owner on jobs (machine, owner)`,
  `create index jobs_of_claim on jobs (claim) where claim is not null`,
  `create table records (
    sequence bigint generated always as identity,
    kind text not null,
    id text not null,
    owner text not null,
    data text not null,
    claim text,
    settled boolean not null default true,
    tx_hash text,
    primary key (kind, id)
  )`,
  `create index records_of_owner on records (kind, owner)`,
  `create index records_of_claim on records (claim) where claim is not null`,
  `create index records_unsettled on records (kind) where not settled`,
  `create table counters (name text primary key, count bigint not null, resets_at bigint not null)`,
  `create index counters_by_end on counters (resets_at)`,
];

/** Calls of accounts that were charged and whose answers are not sent yet. `process` is the one that serves the call. */
const owedCalls = [
  'alter table reservations add column fingerprint text',
  `create table owed_calls (
    reservation text not null,
    account text not null,
    fingerprint text not null,
    at bigint not null,
    repeats bigint not null default 0,
    process text,
    primary key (account, fingerprint, reservation)
  )`,
  'create index owed_calls_by_id on owed_calls (reservation)',
];

/** Claims that are removed when their payments have expired. */
const claimsOver = [`create index claims_over on claims (valid_before) where state = 'released' or amount = 0`];

/** Migrations: each makes a database of one version from the version before; an empty database has version 0. */
export const migrations: readonly (readonly string[])[] = [first, owedCalls, claimsOver];

/** Every table that a reset empties. */
export const tables = [
  'payers',
  'claims',
  'balances',
  'transfers',
  'account_keys',
  'accounts',
  'reservations',
  'owed_calls',
  'usage',
  'jobs',
  'records',
  'counters',
] as const;
