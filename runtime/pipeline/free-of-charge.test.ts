/** Calls whose price is nothing: a signature over "0" is asked for only where it says who calls. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { constant } from '../money/formula.ts';
import type { HostDefinition } from '../operation/host.ts';
import { UnknownCaller } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';
import { at } from '../testing/read.ts';

const nothing = constant({ amount: 0n, breakdown: {} });
const host: HostDefinition = {
  ...toy,
  routes: toy.routes.map((route) => (route.quote || route.auth === 'wallet' ? { ...route, quote: nothing } : route)),
};
const ask = { text: 'hi' };

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway({ host });
});
afterAll(() => gateway.close());

test('a call that costs nothing is served without a payment, and nothing settles', async () => {
  const { status, json, headers } = await gateway.send('/toy/echo', ask);
  expect([status, at(json, 'echo')]).toEqual([200, 'hi']);
  expect(headers.get('PAYMENT-RESPONSE')).toBeNull();
  expect(await gateway.services.store.ledger.transfers()).toEqual([]);
});

test('a payment that comes with it all the same is not taken', async () => {
  const other = await startTestGateway();
  const payment = await other.sign('/toy/echo', ask);
  await other.close();
  expect((await gateway.send('/toy/echo', ask, { 'PAYMENT-SIGNATURE': payment })).status).toBe(200);
  expect(await gateway.services.store.ledger.transfers()).toEqual([]);
});

test('a job, and an operation that identifies its caller, still ask for a signature', async () => {
  for (const answer of [await gateway.send('/toy/loans', ask), await gateway.send('/toy/loans/1')])
    expect([answer.status, at(answer.json, 'accepts', 0, 'amount')]).toEqual([402, '0']);
});

test('a handler that has to know its caller gets a signature over nothing', async () => {
  const known: unknown[] = [];
  gateway.script('echo', ({ payer }) => {
    if (payer === undefined) throw new UnknownCaller();
    known.push(payer);
    return { status: 200, body: { echo: 'hi' } };
  });
  const asked = await gateway.send('/toy/echo', ask);
  expect([asked.status, at(asked.json, 'accepts', 0, 'amount')]).toEqual([402, '0']);
  const payment = await gateway.sign('/toy/echo', ask);
  expect((await gateway.send('/toy/echo', ask, { 'PAYMENT-SIGNATURE': payment })).status).toBe(200);
  expect(known).toHaveLength(1);
});
