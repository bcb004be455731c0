import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Client, createClient, type Received } from './testing/client.ts';
import type { Look } from './testing/crash.ts';

const program = new URL('./testing/crash.ts', import.meta.url).pathname;
const key = { authorization: 'Bearer key-of-crashes' };
const wallet = createWallet();
const image_url = 'https://media.example/ada.png';
const never = Number.MAX_SAFE_INTEGER;

let folder: string;
let child: ChildProcess;
let client: Client;
let control: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crash-'));
});
afterEach(async () => {
  await kill();
  await rm(folder, { recursive: true });
});

async function start(host: string): Promise<void> {
  child = fork(program, [join(folder, 'store.db'), host]);
  const [{ url, controlUrl }] = await once(child, 'message');
  client = createClient(url);
  control = createClient(controlUrl);
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

async function ask<Answer>(message: object): Promise<Answer> {
  const answer = once(child, 'message');
  child.send(message);
  return (await answer)[0];
}

const look = () => ask<Look>({ look: wallet.address.toLowerCase() });

/** A call that buys something, and what has to happen before it. */
interface Purchase {
  readonly path: string;
  readonly body: (prepared: string) => unknown;
  readonly prepare?: () => Promise<string>;
}

async function buyNumber(): Promise<string> {
  return textAt((await client.pay(wallet, 'POST', '/api/v1/phone/numbers/buy', { body: {} })).json, 'phone_number');
}

async function openGroup(): Promise<string> {
  const { json } = await client.send('POST', '/api/v1/realface/init', { body: { name: 'Grace' } });
  const group = textAt(json, 'group_id');
  const body = { machine: 'realface', id: group, event: 'liveness_passed' };
  await control.send('POST', '/control/v1/events', { body, headers: { authorization: 'Bearer token' } });
  return group;
}

const spoken = { to: '+14155550123', task: 'Ask when the shop opens.' };
const purchases: Readonly<Record<string, Purchase>> = {
  'a number': { path: 'phone/numbers/buy', body: () => ({}) },
  'a renewal': { path: 'phone/numbers/renew', body: (phoneNumber) => ({ phoneNumber }), prepare: buyNumber },
  'a call': { path: 'voice/call', body: (from) => ({ ...spoken, from }), prepare: buyNumber },
  'a portrait': { path: 'portrait/enroll', body: () => ({ name: 'Ada', image_url }) },
  'a face': { path: 'realface/enroll', body: (group_id) => ({ name: 'G', image_url, group_id }), prepare: openGroup },
};
const bare: Readonly<Record<string, Purchase>> = {
  'a chat': {
    path: 'chat/completions',
    body: () => ({ model: 'acme/flex', messages: [{ role: 'user', content: 'a' }] }),
  },
  'an image': { path: 'images/generations', body: () => ({ model: 'acme/img-a1', prompt: 'A kite.' }) },
};

/** Goods, and paid calls of a route or its polls. */
async function count(path: string) {
  const { goods, paid } = await look();
  return { goods, paid: paid.filter((route) => route.includes(path)).length };
}

describe('SIGKILL before each write of a call that buys', () => {
  test.each(Object.entries({ ...purchases, ...bare }))(
    '%s charges for all that it gives, and owes what was not delivered',
    async (name, { path, body, prepare }) => {
      const route = `/api/v1/${path}`;
      const isGoods = name in purchases;
      await start('base');
      const prepared = (await prepare?.()) ?? '';
      const sending = { body: body(prepared) };
      const before = (await look()).goods;
      const send = (header: string) =>
        client.send('POST', route, { ...sending, headers: { 'payment-signature': header } });
      const sign = () => client.sign(wallet, 'POST', route, sending);

      // Once without a crash, to know how many writes there are.
      const whole = await sign();
      await ask({ killAt: never });
      expect((await send(whole)).status).toBe(200);
      await expect.poll(async () => (await look()).writes.at(-1)).toContain('"settled"');
      const { length: writes } = (await look()).writes;
      expect(writes).toBeGreaterThan(3);

      for (let killAt = 1; killAt <= writes; killAt += 1) {
        const header = await sign();
        const earlier = await count(route);
        await ask({ killAt });
        const gone = once(child, 'exit');
        const lost = await send(header).catch(() => undefined);
        await gone;
        await start('base');

        const left = await count(route);
        if (isGoods) expect([killAt, left.goods - before]).toEqual([killAt, left.paid]);
        expect(left.paid - earlier.paid).toBeLessThanOrEqual(1);
        const again = await resent(await send(header));
        expect([killAt, again.status]).toEqual([killAt, 200]);
        const served = await count(route);
        expect([killAt, served.paid - earlier.paid]).toEqual([killAt, 1]);
        if (isGoods) expect([killAt, served.goods - before]).toEqual([killAt, served.paid]);
        if (lost) expect(killAt).toBe(writes);
        expect((await send(header)).status).toBe(402);
        expect(await count(route)).toEqual(served);
      }
    },
    120_000,
  );

  test('of an account leaves neither goods without a charge nor a reservation', async () => {
    await start('account');
    const buy = () => client.send('POST', '/v1/phone/numbers/buy', { body: {}, headers: key });
    await ask({ killAt: never });
    expect((await buy()).status).toBe(200);
    const { length: writes } = (await look()).writes;
    for (let killAt = 1; killAt <= writes; killAt += 1) {
      await ask({ killAt });
      const gone = once(child, 'exit');
      await buy().catch(() => undefined);
      await gone;
      await start('account');
      const { goods, paid, reserved } = await look();
      expect([killAt, goods, reserved]).toEqual([killAt, paid.length, 0]);
      expect((await buy()).status).toBe(200);
      const after = await look();
      expect([killAt, after.goods, after.paid.length]).toEqual([killAt, goods + 1, paid.length + 1]);
    }
  }, 120_000);
});

/** The response of a call; that of the poll where a replay names a job which has it. */
async function resent(answer: Received): Promise<Received> {
  if (answer.status !== 402 || !answer.text.includes('poll_url')) return answer;
  return client.pay(wallet, 'GET', textAt(answer.json, 'poll_url'));
}
