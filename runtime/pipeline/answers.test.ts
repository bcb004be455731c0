import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

test('an answer that is null is JSON, not an empty body', async () => {
  gateway.script('echo', () => ({ status: 200, body: null as never }));
  const payment = await gateway.sign('/toy/echo', { text: 'hi' });
  const { status, json } = await gateway.send('/toy/echo', { text: 'hi' }, { 'PAYMENT-SIGNATURE': payment });
  expect([status, json]).toEqual([200, null]);
});
