/**
 * SIGKILL at seeded moments of settlement, while a chain mines, stalls, drops and reorganizes.
 *
 * `CHAIN_CRASHES` is the number of moments, and `npm run chain:crashes` takes a hundred.
 */

import { type ChildProcess, fork as startProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listAt, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import fc from 'fast-check';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '#gateway/testing/client.ts';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, type Fault, startChain } from './chain.ts';
import { networkOf } from './gateway.ts';

const moments = Number(process.env.CHAIN_CRASHES ?? 6);
const program = new URL('./crash-gateway.ts', import.meta.url).pathname;
const path = '/api/v1/search';
const body = { query: 'tollwright', max_results: 1 };
const key = generatePrivateKey();

/** What the chain does while the gateway is killed. */
const manners = ['mines', 'stalls', 'drops', 'reorganizes'] as const;

/** When the gateway is killed: at so many calls of the node, before or after that call is carried out. */
interface Moment {
  readonly manner: (typeof manners)[number];
  readonly call: number;
  readonly fault: Fault;
}

let chain: Chain;
let miner: NodeJS.Timeout;
let isMining = true;
/** What the chain was before its last block. */
let snapshot: unknown;
let folder: string;
let child: ChildProcess;
let client: Client;
let control: Client;
let payTo: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
  chain = await startChain(networkOf(baseHost));
  await chain.endow(privateKeyToAccount(key).address);
  await chain.stall();
  miner = setInterval(() => void (isMining && mine()), 15);
  await start();
});
afterAll(async () => {
  clearInterval(miner);
  await kill();
  await chain.close();
  await rm(folder, { recursive: true });
});

async function mine(): Promise<void> {
  snapshot = await chain.rpc('evm_snapshot');
  await chain.mine();
}

async function start(): Promise<void> {
  child = startProcess(program, [chain.url, join(folder, 'store.db'), key]);
  const [message] = await once(child, 'message');
  client = createClient(message.url);
  control = createClient(message.controlUrl);
  payTo = message.payTo;
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Kills the gateway at a moment of what it asks the node; resolves when it is gone. */
function killAt({ call, fault }: Moment): void {
  let calls = 0;
  chain.fault = () => {
    calls += 1;
    if (calls === call) child.kill('SIGKILL');
    return calls < call ? undefined : calls === call ? fault : 'request-lost';
  };
}

/** What the chain does to what was sent, while no gateway runs. */
async function disturb(manner: Moment['manner']): Promise<void> {
  if (manner === 'reorganizes') await chain.rpc('evm_revert', snapshot);
  if (manner !== 'drops') return;
  const { transactions } = Object(await chain.rpc('eth_getBlockByNumber', 'pending', false));
  for (const hash of transactions) await chain.rpc('hardhat_dropTransaction', hash);
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
const moment = fc.record({
  manner: fc.constantFrom(...manners),
  call: fc.integer({ min: 1, max: 40 }),
  fault: fc.constantFrom<Fault>('request-lost', 'answer-lost'),
});

test.each(fc.sample(moment, { numRuns: moments, seed }))(
  'SIGKILL at call $call ($fault) of a chain that $manner loses nothing and moves nothing twice',
  async (moment) => {
    const wallet = createWallet();
    const price = 27_250n;
    await chain.fund(wallet.address, 10n * price);
    const headers = await Promise.all([1, 2, 3].map(() => client.sign(wallet, 'POST', path, { body })));
    const before = await chain.balance(payTo);

    isMining = moment.manner === 'mines' || moment.manner === 'reorganizes';
    killAt(moment);
    const answers = await Promise.all(headers.map((header) => send(header).catch(() => undefined)));
    await kill();
    await disturb(moment.manner);
    chain.fault = () => undefined;
    isMining = true;
    await start();

    for (const [index, header] of headers.entries()) {
      // What was delivered may be delivered again where the crash came before that was recorded.
      const isServed = await served(header);
      if (answers[index]?.status !== 200) expect(isServed).toBe(true);
      expect(await served(header)).toBe(false);
    }
    expect((await chain.balance(payTo)) - before).toBe(3n * price);
    expect(await settled()).toBe(await chain.balance(payTo));
  },
);
