import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Services } from '@tollwright/runtime/pipeline/services';
import { at } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { buyNumber } from './handlers/phone/numbers.ts';
import type { HandlerContext } from './handlers/shared/context.ts';
import { storedMedia } from './handlers/shared/media.ts';
import { fundVenueAAccount } from './handlers/utility/index.ts';
import { undoUnpaid } from './recovery.ts';
import { startTestGateway } from './testing/gateway.ts';
import { simulatedUpstream } from './upstream/simulated/upstream.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'recovery-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A carrier and a bridge that remember what they did, and then do not respond until they are cut off. */
function createProviders() {
  const simulated = simulatedUpstream({ seed: 1, imageSeconds: {}, videoSeconds: {} });
  const bought = new Map<string, string>();
  const deposits = new Map<string, unknown>();
  const done = Promise.withResolvers<void>();
  const cutOff = Promise.withResolvers<never>();
  cutOff.promise.catch(() => undefined);
  const upstream: HandlerContext['upstream'] = {
    ...simulated,
    async buyNumber(request, context) {
      bought.set(request.id, (await simulated.buyNumber(request, context)) ?? '');
      done.resolve();
      return cutOff.promise;
    },
    async cancelOrder(id) {
      bought.delete(id);
    },
    async readData(request) {
      deposits.set(request.id ?? '', request.parameters);
      done.resolve();
      return cutOff.promise;
    },
  };
  return { upstream, bought, deposits, done: done.promise, cut: () => cutOff.reject(new Error('cut')) };
}

type Providers = ReturnType<typeof createProviders>;

/** Starts a gateway of these providers on the store of a test; `crash` leaves the store as it is, and ends the gateway. */
async function start({ upstream, cut }: Providers) {
  let opened: Services | undefined;
  const gateway = await startTestGateway({ host: 'base', store: join(folder, 'store.db') }, (parts) => {
    const { services } = parts;
    opened = services;
    const context = { services, upstream, media: storedMedia(services.store, services.clock) };
    const own = { 'buy-number': buyNumber(context), 'fund-venue-a-account': fundVenueAAccount(context) };
    return { ...parts, handlers: { ...parts.handlers, ...own }, recover: () => undoUnpaid(context, parts.host) };
  });
  return {
    ...gateway,
    async crash() {
      await opened?.store.close();
      cut();
      await gateway.close().catch(() => undefined);
    },
  };
}

test('a number that was bought before a crash could record it is given back', async () => {
  const providers = createProviders();
  const gateway = await start(providers);
  const lost = gateway.pay('POST', '/api/v1/phone/numbers/buy', { body: {} }, createWallet());
  await providers.done;
  expect(providers.bought.size).toBe(1);
  // The process can do nothing more for the carrier either.
  const { cancelOrder } = providers.upstream;
  Object.assign(providers.upstream, { cancelOrder: () => Promise.reject(new Error('gone')) });
  await gateway.crash();
  await lost;

  const next = await start({ ...createProviders(), upstream: { ...providers.upstream, cancelOrder } });
  expect(providers.bought.size).toBe(0);
  await next.close();
});

test('a payment that comes again while its number is given back buys another one', async () => {
  const wallet = createWallet();
  const simulated = simulatedUpstream({ seed: 1, imageSeconds: {}, videoSeconds: {} });
  let services: Services | undefined;
  const gateway = await startTestGateway({ host: 'base' }, (parts) => {
    services = parts.services;
    return parts;
  });
  if (!services) throw new Error('The gateway has no services.');
  const { store, clock } = services;
  const path = '/api/v1/phone/numbers/buy';
  const header = await gateway.sign('POST', path, { body: {} }, wallet);
  const buy = () => gateway.send('POST', path, { body: {}, headers: { 'payment-signature': header } });

  // The store fails, so the number is neither paid nor undone.
  const { move } = store.claims;
  const failing: typeof move = (id, from, to, ...rest) =>
    to === 'settling' ? Promise.reject(new Error('connection lost')) : move(id, from, to, ...rest);
  Object.assign(store.claims, { move: failing });
  expect((await buy()).status).toBe(500);
  Object.assign(store.claims, { move });
  expect(await store.records.unsettled()).toHaveLength(1);

  let repeated: Awaited<ReturnType<typeof buy>> | undefined;
  const upstream = {
    ...simulated,
    releaseNumber: async () => {
      repeated = await buy();
    },
  };
  await undoUnpaid({ services, upstream, media: storedMedia(store, clock) }, baseHost);
  expect(repeated?.status).toBe(200);
  expect((await store.records.list('phone-lease')).map(({ id }) => id)).toEqual([at(repeated?.json, 'phone_number')]);
  expect(await gateway.settled()).toHaveLength(1);
  await gateway.close();
});

test('a deposit of a request that is repeated after a crash is made once', async () => {
  const providers = createProviders();
  const wallet = createWallet();
  const gateway = await start(providers);
  const deposit = { body: { amount: 5 } };
  const path = '/api/v1/venue-a/fund';
  const header = await gateway.sign('POST', path, deposit, wallet);
  const send = (to: typeof gateway) => to.send('POST', path, { ...deposit, headers: { 'payment-signature': header } });
  const lost = send(gateway);
  await providers.done;
  await gateway.crash();
  await lost;

  const again = createProviders();
  const next = await start(again);
  const repeated = send(next);
  await again.done;
  again.cut();
  await repeated;
  expect([...again.deposits.keys()]).toEqual([...providers.deposits.keys()]);
  expect([...again.deposits.keys()][0]).toMatch(/^deposit_/);
  await next.close();
});

test.each([
  ['at once', false],
  ['later', true],
])(
  'a call that was dialed is charged when the store works again, and the same request gets its answer (%s)',
  async (_, isLater) => {
    const key = 'key_of_this_test';
    let services: Services | undefined;
    const options = { host: 'account', apiKeys: [{ key, balance: 1_000_000_000n }] };
    const gateway = await startTestGateway(options, (parts) => {
      services = parts.services;
      return parts;
    });
    if (!services) throw new Error('The gateway has no services.');
    const { accounts, jobs } = services.store;
    const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'one' };
    const post = (path: string, body: object) => gateway.send('POST', `/v1/${path}`, { body, headers });
    const from = at((await post('phone/numbers/buy', {})).json, 'phone_number');
    const call = () => post('voice/call', { to: '+14155550123', task: 'Ask when the shop opens.', from });

    const { charge } = accounts;
    Object.assign(accounts, { charge: () => Promise.reject(new Error('connection lost')) });
    expect((await call()).status).toBe(500);
    Object.assign(accounts, { charge });
    const id = (await accounts.findByKey(key))?.id ?? '';
    const dialed = async () => (await accounts.usage(id, 0, Number.MAX_SAFE_INTEGER)).map(({ operation }) => operation);
    if (isLater) await expect.poll(dialed).toEqual(['buy-number', 'start-call']);
    expect((await call()).status).toBe(200);
    expect([await dialed(), (await jobs.ofOwner('voice-call', id)).length]).toEqual([['buy-number', 'start-call'], 1]);
    await gateway.close();
  },
);

test('a call that was dialed before a crash is charged at the next start, and the same request gets its answer', async () => {
  const key = 'key_of_this_test';
  const options = { host: 'account', store: join(folder, 'store.db'), apiKeys: [{ key, balance: 1_000_000_000n }] };
  let opened: Services | undefined;
  const startAgain = () =>
    startTestGateway(options, (parts) => {
      opened = parts.services;
      return parts;
    });
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'one' };
  const first = await startAgain();
  const post = (to: typeof first, path: string, body: object) => to.send('POST', `/v1/${path}`, { body, headers });
  const from = at((await post(first, 'phone/numbers/buy', {})).json, 'phone_number');
  const call = (to: typeof first) => post(to, 'voice/call', { to: '+14155550123', task: 'Ask for the time.', from });

  // The process ends right before the charge.
  const store = opened?.store;
  const crashed = Promise.withResolvers<void>();
  const charge = async () => {
    await store?.close();
    crashed.resolve();
    throw new Error('crashed');
  };
  Object.assign(store?.accounts ?? {}, { charge });
  const lost = call(first);
  await crashed.promise;
  expect((await lost).status).toBe(500);
  await first.close().catch(() => undefined);

  const next = await startAgain();
  const { accounts, jobs } = opened?.store ?? {};
  const id = (await accounts?.findByKey(key))?.id ?? '';
  const charged = async () =>
    (await accounts?.usage(id, 0, Number.MAX_SAFE_INTEGER))?.map(({ operation }) => operation);
  expect(await charged()).toEqual(['buy-number', 'start-call']);
  expect((await call(next)).status).toBe(200);
  expect([await charged(), (await jobs?.ofOwner('voice-call', id))?.length]).toEqual([['buy-number', 'start-call'], 1]);
  await next.close();
});
