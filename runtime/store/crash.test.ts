import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createWallet } from '../testing/wallet.ts';
import { openSqliteStore } from './sqlite/open.ts';

const program = new URL('../testing/crash.ts', import.meta.url).pathname;
const wallet = createWallet();
const body = JSON.stringify({ text: 'hi' });
let folder: string;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function start(moment: string): Promise<string> {
  child = fork(program, [join(folder, 'store.db'), moment]);
  const [url] = await once(child, 'message');
  return url;
}

async function kill(): Promise<void> {
  if (!child) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function send(url: string, header?: string): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(header && { 'PAYMENT-SIGNATURE': header }) };
  return fetch(`${url}/toy/echo`, { method: 'POST', body, headers });
}

async function sign(url: string): Promise<string> {
  const challenge = await (await send(url)).text();
  return wallet.sign(JSON.parse(challenge).accepts[0], Math.floor(Date.now() / 1000));
}

async function transfers() {
  const store = openSqliteStore({ file: join(folder, 'store.db'), defaultBalance: 0n });
  const found = await store.ledger.transfers();
  await store.close();
  return found;
}

describe('kill -9', () => {
  test.each(['before', 'after'])('%s the funds have moved charges once and owes the answer', async (moment) => {
    const url = await start(moment);
    const header = await sign(url);
    const lost = send(url, header).catch(() => 'lost');
    if (child) await once(child, 'message');
    await kill();
    expect(await lost).toBe('lost');
    expect(await transfers()).toHaveLength(moment === 'before' ? 0 : 1);

    const again = await start('never');
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(again, header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await kill();
    expect(await transfers()).toHaveLength(1);
  });

  test('loses nothing once the receipt was sent', async () => {
    const url = await start('never');
    const headers = await Promise.all(Array.from({ length: 20 }, () => sign(url)));
    const receipts = await Promise.all(
      headers.map(async (header) => (await send(url, header)).headers.get('X-Payment-Receipt')),
    );
    await kill();
    expect((await transfers()).map(({ txHash }) => txHash).toSorted()).toEqual(receipts.toSorted());

    const again = await start('never');
    // That the last responses were sent may be lost, so they may be sent again: for the payments that were made.
    await Promise.all(headers.map((header) => send(again, header)));
    const replays = await Promise.all(headers.map((header) => send(again, header)));
    expect(replays.map(({ status }) => status)).toEqual(headers.map(() => 402));
    await kill();
    expect(await transfers()).toHaveLength(20);
  });
});
