import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tollwright/runtime/testing/postgres';
import { textAt } from '@tollwright/runtime/testing/read';
import { createWallet, type Wallet } from '@tollwright/runtime/testing/wallet';
import pMap from 'p-map';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Received } from './testing/client.ts';
import { type CrashGateway, startCrashGateway } from './testing/crash-gateway.ts';
import { key } from './testing/look.ts';

const folder = mkdtempSync(join(tmpdir(), 'crash-'));
const postgres = await startPostgres();
const stores = {
  SQLite: async () => join(folder, `${randomUUID()}.db`),
  ...(postgres && { PostgreSQL: postgres.createDatabase }),
};

let gateway: CrashGateway;
afterEach(() => gateway.kill());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await postgres?.stop();
});

/** A call that buys something, and what has to happen before it. */
interface Purchase {
  readonly path: string;
  readonly body: (prepared: string) => unknown;
  readonly prepare?: (wallet: Wallet) => Promise<string>;
  /** Whether what is bought can be counted in the store. */
  readonly isGoods: boolean;
}

const image_url = 'https://media.example/ada.png';
const spoken = { to: '+14155550123', task: 'Ask when the shop opens.' };
const messages = [{ role: 'user', content: 'a' }];
const purchases: readonly Purchase[] = [
  { path: 'phone/numbers/buy', body: () => ({}), isGoods: true },
  { path: 'phone/numbers/renew', body: (phoneNumber) => ({ phoneNumber }), prepare: buyNumber, isGoods: true },
  { path: 'voice/call', body: (from) => ({ ...spoken, from }), prepare: buyNumber, isGoods: true },
  { path: 'portrait/enroll', body: () => ({ name: 'Ada', image_url }), isGoods: true },
  {
    path: 'realface/enroll',
    body: (group_id) => ({ name: 'G', image_url, group_id }),
    prepare: openGroup,
    isGoods: true,
  },
  { path: 'chat/completions', body: () => ({ model: 'acme/flex', messages }), isGoods: false },
  { path: 'images/generations', body: () => ({ model: 'acme/img-a1', prompt: 'A kite.' }), isGoods: false },
];

async function buyNumber(wallet: Wallet): Promise<string> {
  const { json } = await gateway.client.pay(wallet, 'POST', '/api/v1/phone/numbers/buy', { body: {} });
  return textAt(json, 'phone_number');
}

async function openGroup(): Promise<string> {
  const { json } = await gateway.client.send('POST', '/api/v1/realface/init', { body: { name: 'Grace' } });
  const group = textAt(json, 'group_id');
  const body = { machine: 'realface', id: group, event: 'liveness_passed' };
  await gateway.control.send('POST', '/control/v1/events', { body, headers: { authorization: 'Bearer token' } });
  return group;
}

/** One purchase by a wallet of its own, signed and to be sent. */
async function signed(purchase: Purchase) {
  const { path, body, prepare, isGoods } = purchase;
  const wallet = createWallet();
  const route = `/api/v1/${path}`;
  const sending = { body: body((await prepare?.(wallet)) ?? '') };
  const before = (await gateway.look(wallet.address)).goods;
  const header = await gateway.client.sign(wallet, 'POST', route, sending);
  return {
    wallet,
    send: (headers: Readonly<Record<string, string>> = {}) =>
      gateway.client.send('POST', route, { ...sending, headers: { 'payment-signature': header, ...headers } }),
    /** Goods beside those of the preparation, and paid calls of the route or its polls. */
    async count() {
      const { goods, paid } = await gateway.look(wallet.address);
      return { goods: isGoods ? goods - before : 0, paid: paid.filter((each) => each.includes(route)).length };
    },
  };
}

/** The number of writes that a purchase makes, each of which it can be killed before, and of those before its response. */
async function writesOf(purchase: Purchase) {
  const { send } = await signed(purchase);
  expect((await send({ 'x-call': purchase.path })).status).toBe(200);
  const { all, answeredAfter } = await gateway.writesOf(purchase.path);
  expect(all.some((write) => write.includes('"settled"'))).toBe(true);
  expect(answeredAfter).toBeGreaterThan(3);
  expect(all.length).toBeGreaterThan(answeredAfter);
  return { length: all.length, answeredAfter };
}

describe.each(Object.entries(stores))('SIGKILL before each write on %s', (_, create) => {
  test('of a call that buys charges for all that it gives, and owes what was not delivered', async () => {
    const store = await create();
    gateway = await startCrashGateway(store, 'base');
    // One after another: purchases at the same time may need further attempts, and make more writes.
    const measured = await pMap(purchases, async (purchase) => ({ purchase, ...(await writesOf(purchase)) }), {
      concurrency: 1,
    });
    const points = measured.flatMap(({ length, ...point }) =>
      Array.from({ length }, (_, write) => ({ ...point, stopAt: write + 1 })),
    );
    const calls = await pMap(points, async (point) => ({ ...point, ...(await signed(point.purchase)) }), {
      concurrency: 4,
    });
    const lost = calls.map(({ send, stopAt }, index) =>
      send({ 'x-call': String(index), 'x-stop-at': String(stopAt) }).catch(() => undefined),
    );
    await gateway.stopped(calls.length);
    await gateway.kill();
    gateway = await startCrashGateway(store, 'base');

    const judge = async (
      { purchase, stopAt, answeredAfter, send, count, wallet }: (typeof calls)[number],
      index: number,
    ) => {
      const { path, isGoods } = purchase;
      const goods = isGoods ? 1 : 0;
      const left = await count();
      if (isGoods) expect([path, stopAt, left.goods]).toEqual([path, stopAt, left.paid]);
      const again = await resent(await send(), wallet);
      expect([path, stopAt, again.status]).toEqual([path, stopAt, 200]);
      expect([path, stopAt, await count()]).toEqual([path, stopAt, { goods, paid: 1 }]);
      if (await lost[index]) expect(stopAt).toBeGreaterThan(answeredAfter);
      expect((await send()).status).toBe(402);
      expect(await count()).toEqual({ goods, paid: 1 });
    };
    await pMap(calls, judge, { concurrency: 8 });
  });

  test('of a call of an account charges once for what it gives, and owes what was not delivered', async () => {
    const store = await create();
    gateway = await startCrashGateway(store, 'account');
    const buy = (call: string, headers = {}) =>
      gateway.client.send('POST', '/v1/phone/numbers/buy', {
        body: {},
        headers: { authorization: `Bearer ${key}`, 'idempotency-key': call, ...headers },
      });
    expect((await buy('whole', { 'x-call': 'whole' })).status).toBe(200);
    const { length: writes } = (await gateway.writesOf('whole')).all;
    expect(writes).toBeGreaterThan(2);
    for (let stopAt = 1; stopAt <= writes; stopAt += 1) {
      const call = String(stopAt);
      buy(call, { 'x-call': call, 'x-stop-at': call }).catch(() => undefined);
      // One after another: calls at the same time may need further attempts, and make more writes.
      await gateway.stopped(stopAt);
    }
    await gateway.kill();
    gateway = await startCrashGateway(store, 'account');
    const { goods, paid, reserved, spent, cost } = await gateway.look('');
    expect([goods, reserved, spent]).toEqual([paid.length, 0, cost]);
    for (let call = 1; call <= writes; call += 1) expect((await buy(String(call))).status).toBe(200);
    const all = await gateway.look('');
    expect([all.goods, all.paid.length]).toEqual([writes + 1, writes + 1]);
    expect([all.reserved, all.spent]).toEqual([0, all.cost]);
  });
});

/** The response of a call; that of the poll where a replay names a job which has it. */
async function resent(answer: Received, wallet: Wallet): Promise<Received> {
  if (answer.status !== 402 || !answer.text.includes('poll_url')) return answer;
  return gateway.client.pay(wallet, 'GET', textAt(answer.json, 'poll_url'));
}
