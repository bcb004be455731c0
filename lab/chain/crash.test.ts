/**
 * SIGKILL at seeded moments of settlement, while a chain mines, stalls, drops and reorganizes.
 *
 * `CHAIN_CRASHES` is the number of moments of each kind, and `npm run chain:crashes` takes a hundred.
 */

import { type ChildProcess, fork as startProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { listAt, textAt } from '@tollwright/runtime/testing/read';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '#gateway/testing/client.ts';
import { endLeases } from '#gateway/testing/crash-gateway.ts';
import { type Local, startLocalBatched, startLocalEvm, startLocalSolana } from './local.ts';
import type { Fault } from './node.ts';

const given = process.env.CHAIN_CRASHES;
const moments = Number(given ?? 4);
const program = new URL('./crash-gateway.ts', import.meta.url).pathname;
const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };

/** When the gateway is killed: at so many calls of the node, before or after that call is carried out. */
interface Moment {
  /** What the chain does: it mines, stalls, or disturbs what was sent. */
  readonly manner: string;
  readonly call: number;
  readonly fault: Fault;
}

let chain: Local;
let miner: NodeJS.Timeout;
let isMining = true;
let folder: string;
/** The file or the URL of the store. */
let store: string;
let child: ChildProcess;
let client: Client;
let control: Client;

async function start(): Promise<void> {
  const { host, url, key, payTo } = chain;
  if (store.startsWith('postgres')) await endLeases(store);
  child = startProcess(program, [host, url, store, key, payTo]);
  const [message] = await once(child, 'message');
  client = createClient(message.url);
  control = createClient(message.controlUrl);
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Kills the gateway at a moment of what it asks the node; resolves when it is gone. */
function killAt({ call, fault }: Omit<Moment, 'manner'>): void {
  let calls = 0;
  chain.fault = () => {
    calls += 1;
    if (calls === call) child.kill('SIGKILL');
    return calls < call ? undefined : calls === call ? fault : 'request-lost';
  };
}

const send = (header: string) => client.send('POST', path, { body, headers: { 'payment-signature': header } });

/** Repeats a request until its settlement is known. */
async function served(header: string): Promise<boolean> {
  let answer = await send(header);
  await expect
    .poll(
      async () => {
        if (answer.status === 503) answer = await send(header);
        return answer.status;
      },
      { interval: 50 },
    )
    .not.toBe(503);
  return answer.status === 200;
}

/** What the gateway says it has settled. */
async function settled(): Promise<bigint> {
  const { json } = await control.send('GET', '/control/v1/ledger', { headers: { authorization: 'Bearer token' } });
  return listAt(json, 'transfers').reduce<bigint>((sum, transfer) => sum + BigInt(textAt(transfer, 'amount')), 0n);
}

const seed = Number(process.env.CHAIN_SEED ?? 1);

/** Moments of a chain that may do these things to what was sent. */
const momentsOf = (...disturbances: string[]) =>
  fc.sample(
    fc.record({
      manner: fc.constantFrom('mines', 'stalls', ...disturbances),
      call: fc.integer({ min: 1, max: 40 }),
      fault: fc.constantFrom<Fault>('request-lost', 'answer-lost'),
    }),
    { numRuns: moments, seed },
  );

/** Resolves when the payee has so much on the chain. */
function moved(balance: bigint): Promise<void> {
  return expect.poll(() => chain.balance(chain.payTo), { interval: 20 }).toBe(balance);
}

async function survives({ manner, ...moment }: Moment): Promise<void> {
  const { payTo } = chain;
  const wallet = chain.payer();
  const price = 27_250n;
  await chain.fund(wallet.address, 10n * price);
  const headers = await Promise.all(
    [1, 2, 3].map(async () => wallet.pay((await client.send('POST', path, { body })).json)),
  );
  const before = await chain.balance(payTo);

  isMining = manner === 'mines' || manner === 'reorganizes';
  const gone = once(child, 'exit');
  killAt(moment);
  const answers = await Promise.all(headers.map((header) => send(header).catch(() => undefined)));
  // Batches come after the calls.
  await Promise.race([gone, moved(before + 3n * price).catch(() => undefined)]);
  await kill();
  await chain.disturb[manner]?.();
  chain.fault = () => undefined;
  isMining = true;
  await start();

  for (const [index, header] of headers.entries()) {
    // What was delivered may be delivered again where the crash came before that was recorded.
    const isServed = await served(header);
    if (answers[index]?.status !== 200) expect(isServed).toBe(true);
    expect(await served(header)).toBe(false);
  }
  await moved(before + 3n * price);
  expect(await settled()).toBe(await chain.balance(payTo));
}

const nothing = 'SIGKILL at call $call ($fault) of a chain that $manner loses nothing and moves nothing twice';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());
/** One moment of each kind, unless their number is given. */
const few = (all: readonly Moment[]) => (given ? all : all.slice(0, 1));
const inFile = async () => join(folder, 'store.db');

describe.each([
  ['base on SQLite', startLocalEvm, inFile, momentsOf('drops', 'reorganizes')],
  ['solana on SQLite', startLocalSolana, inFile, momentsOf('drops')],
  ['nano on SQLite', startLocalBatched, inFile, momentsOf('drops', 'reorganizes')],
  ...(postgres
    ? ([
        ['base on PostgreSQL', startLocalEvm, postgres.createDatabase, few(momentsOf('drops', 'reorganizes'))],
        ['nano on PostgreSQL', startLocalBatched, postgres.createDatabase, few(momentsOf('drops', 'reorganizes'))],
      ] as const)
    : []),
] as const)('%s', (_, startLocal, create, all) => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'crash-'));
    store = await create();
    chain = await startLocal();
    await chain.stall();
    isMining = true;
    miner = setInterval(() => void (isMining && chain.mine()), 15);
    await start();
  });
  afterAll(async () => {
    clearInterval(miner);
    await kill();
    await chain.close();
    await rm(folder, { recursive: true });
  });

  test.each(all)(nothing, survives);
});
