/** API keys on a host that takes them in the place of payments. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCaller } from '../client/caller.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';

const host = { ...toy, keys: true } as const;
const key = 'sk_of_a_test';

let gateway: TestGateway;
beforeEach(async () => {
  // Money for one echo.
  gateway = await startTestGateway({ host, apiKeys: [{ key, balance: 1000n }] });
});
afterEach(() => gateway.close());

const echo = (authorization: string) => gateway.send('/toy/echo', { text: 'hi' }, { authorization });

test('a call with a key is charged to its balance, and asked for a payment once that is used up', async () => {
  const { status, json, headers } = await echo(`Bearer ${key}`);
  expect([status, json]).toEqual([200, { echo: 'hi', account: expect.any(String) }]);
  expect(headers.get('payment-response')).toBeNull();
  expect(await echo(`Bearer ${key}`)).toMatchObject({ status: 402, json: { accepts: [{ amount: '1000' }] } });
});

test('an unknown key is refused, and another credential is none', async () => {
  expect(await echo('Bearer sk_of_nobody')).toMatchObject({ status: 401 });
  expect(await echo('Basic dXNlcjprZXk=')).toMatchObject({ status: 402, json: { accepts: [{ amount: '1000' }] } });
});

test('a payment pays without a key', async () => {
  expect(await gateway.pay('/toy/echo', { text: 'hi' })).toMatchObject({ status: 200, json: { echo: 'hi' } });
});

test('the client sends its key where keys pay, and nowhere else', async () => {
  const called = async (of: typeof toy) => {
    const sent: unknown[] = [];
    const caller = createCaller({
      host: of,
      baseUrl: gateway.url,
      apiKey: key,
      fetch: (url, init) => {
        sent.push(Object(init?.headers).authorization);
        return fetch(url, init);
      },
    });
    for (const [operation, parts] of [
      ['echo', { body: { text: 'hi' } }],
      ['free', {}],
    ] as const)
      await caller.call(operation, parts).catch(() => undefined);
    return sent;
  };
  expect(await called(host)).toEqual([`Bearer ${key}`, undefined]);
  expect(await called(toy)).toEqual([undefined, undefined]);
});
