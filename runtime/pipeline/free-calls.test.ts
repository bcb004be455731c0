/** A free quota: first calls without a payment that cost nothing. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCaller } from '../client/caller.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';

const host = { ...toy, freeCalls: { count: 2, window: 60 } } as const;

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ host });
});
afterEach(() => gateway.close());

const echo = () => gateway.send('/toy/echo', { text: 'hi' });

test('as many calls as stated need no payment, and the next one is asked for one', async () => {
  expect((await echo()).json).toEqual({ echo: 'hi' });
  // A request that is not valid takes none of them.
  expect(await gateway.send('/toy/echo', {})).toMatchObject({ status: 400 });
  expect(await echo()).toMatchObject({ status: 200 });
  expect(await echo()).toMatchObject({ status: 402, json: { accepts: [{ amount: '1000' }] } });
});

test('a call with a payment is charged, and takes no free one', async () => {
  for (let count = 0; count < 2; count += 1) await echo();
  const payment = await gateway.sign('/toy/echo', { text: 'hi' });
  const paid = await gateway.send('/toy/echo', { text: 'hi' }, { 'PAYMENT-SIGNATURE': payment });
  expect([paid.status, paid.headers.get('payment-response')]).toEqual([200, expect.any(String)]);
});

test('a call that starts a job is always paid', async () => {
  expect(await gateway.send('/toy/loans', { text: 'hi' })).toMatchObject({ status: 402 });
});

test('the client takes an answer that costs nothing', async () => {
  const caller = createCaller({ host, baseUrl: gateway.url });
  expect(await caller.call('echo', { body: { text: 'hi' } })).toMatchObject({ status: 200, data: { echo: 'hi' } });
});
