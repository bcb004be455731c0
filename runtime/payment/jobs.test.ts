/** Jobs whose payment settles when they are polled, over HTTP against the toy service. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settlement } from '../operation/payment.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { at } from '../testing/read.ts';
import { createWallet } from '../testing/wallet.ts';

const ask = { text: 'hi' };
let scripted: (() => Promise<Settlement>)[];
let gateway: TestGateway;

beforeEach(async () => {
  scripted = [];
  gateway = await startTestGateway({
    wrapSettler: (settler) => ({
      ...settler,
      settle: (payment, route) => scripted.shift()?.() ?? settler.settle(payment, route),
    }),
  });
});
afterEach(() => gateway.close());

const transfers = () => gateway.services.store.ledger.transfers();
const send = (header: string, path: string, body: unknown = ask) =>
  gateway.send(path, body, { 'PAYMENT-SIGNATURE': header });

describe('a job', () => {
  test('settles once under twenty polls, with the first signature or fresh ones', async () => {
    const header = await gateway.sign('/toy/loans', ask);
    const { json } = await send(header, '/toy/loans');
    expect(await transfers()).toHaveLength(0);
    expect((await send(header, '/toy/loans')).json).toMatchObject({ code: 'PAYMENT_REPLAY', job_id: at(json, 'id') });

    const path = `/toy/loans/${at(json, 'id')}`;
    const fresh = await gateway.sign(path, undefined);
    const polls = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': index % 2 ? header : fresh }),
      ),
    );
    expect(polls.map(({ status }) => status)).toEqual(polls.map(() => 200));
    expect(polls.filter(({ json }) => at(json, 'first'))).toHaveLength(1);
    expect(new Set(polls.map(({ headers }) => headers.get('X-Payment-Receipt'))).size).toBe(1);
    expect(await transfers()).toMatchObject([{ route: 'GET /toy/loans/{id}' }]);
  });

  test('is asked for with a challenge, and only by a signature that holds', async () => {
    const { json } = await gateway.pay('/toy/loans', ask);
    const path = `/toy/loans/${at(json, 'id')}`;
    const challenge = await gateway.send(path);
    expect([challenge.status, at(challenge.json, 'job_id')]).toEqual([402, at(json, 'id')]);
    const forged = await gateway.sign(path, undefined, { domain: { chainId: 1 } });
    const refused = await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': forged });
    expect(at(refused.json, 'code')).toBe('PAYMENT_INVALID');
  });

  test('settles with a fresh signature once the first has expired', async () => {
    const header = await gateway.sign('/toy/loans', ask);
    const { json } = await send(header, '/toy/loans');
    gateway.services.clock.advance(601);
    const path = `/toy/loans/${at(json, 'id')}`;
    expect((await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': header })).status).toBe(402);
    const other = await gateway.sign(path, undefined, {}, createWallet());
    expect((await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': other })).status).toBe(402);
    expect(await transfers()).toHaveLength(0);
    const fresh = await gateway.sign(path, undefined);
    expect(at((await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': fresh })).json, 'first')).toBe(true);
    expect(await transfers()).toHaveLength(1);
    expect((await gateway.send('/toy/echo', ask, { 'PAYMENT-SIGNATURE': fresh })).status).toBe(402);
  });

  test('does not settle for a payment that has settled, which anyone may have copied from its transaction', async () => {
    const { json } = await gateway.pay('/toy/loans', ask);
    const path = `/toy/loans/${at(json, 'id')}`;
    const copied = await gateway.sign('/toy/echo', ask);
    expect((await send(copied, '/toy/echo')).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
    const refused = await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': copied });
    expect([refused.status, at(refused.json, 'code')]).toEqual([402, 'PAYMENT_REPLAY']);
    expect(await transfers()).toHaveLength(1);
    const fresh = await gateway.sign(path, undefined);
    expect(at((await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': fresh })).json, 'first')).toBe(true);
    // What has been paid for may be fetched again.
    expect((await gateway.send(path, undefined, { 'PAYMENT-SIGNATURE': copied })).status).toBe(200);
  });

  test('settles on a later poll when a settlement failed', async () => {
    const header = await gateway.sign('/toy/loans', ask);
    const { json } = await send(header, '/toy/loans');
    scripted = [async () => ({ outcome: 'failed', reason: 'busy' })];
    const poll = () => gateway.send(`/toy/loans/${at(json, 'id')}`, undefined, { 'PAYMENT-SIGNATURE': header });
    expect(at((await poll()).json, 'error')).toBe('Payment settlement failed');
    expect(at((await poll()).json, 'first')).toBe(true);
    expect(at((await poll()).json, 'first')).toBe(false);
    expect(await transfers()).toHaveLength(1);
  });
});
