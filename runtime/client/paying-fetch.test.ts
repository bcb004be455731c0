import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HostDefinition, Reuse } from '../operation/host.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host } from '../testing/host.ts';
import { read } from '../values/json.ts';
import type { PayingOptions } from './options.ts';
import { payingFetch } from './paying-fetch.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

/** A `fetch` that pays, with how many payments were signed. */
function paying(options: Partial<PayingOptions> = {}) {
  const account = privateKeyToAccount(generatePrivateKey());
  const signed: unknown[] = [];
  const wallet = {
    address: account.address,
    sign: (data: Parameters<typeof account.signTypedData>[0]) => {
      signed.push(data);
      return account.signTypedData(data);
    },
  };
  return { pay: payingFetch({ host, baseUrl: gateway.url, wallet, ...options }), signed };
}

const ask = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"text":"x"}' };

const post = (pay: typeof fetch, path: string, body: unknown) =>
  pay(`${gateway.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

describe('payingFetch', () => {
  test('pays a call, and leaves its response as it is', async () => {
    const { pay } = paying({ budget: '1' });
    const response = await post(pay, '/toy/echo', { text: 'hello', count: 2 });
    expect([response.status, read(await response.json(), 'echo')]).toEqual([200, 'hello']);
    expect(response.headers.get('payment-response')).not.toBeNull();
    expect(pay.budget.spent).toBe('0.002');
  });

  test('hands a stream over as it comes', async () => {
    const { pay } = paying();
    const response = await post(pay, '/toy/story', { text: 'once upon' });
    expect(await response.text()).toContain('data: [DONE]');
    expect(pay.budget.spent).toBe('0.001');
  });

  test.each([
    ['a dearer quote', { host: { ...host, routes: cheaper() } }, 'by the client'],
    ['another payee', { payTo: '0x0000000000000000000000000000000000000001' }, 'payee'],
    ['a quote above the budget', { budget: '0.001' }, 'budget'],
  ])('returns a 402 that says why %s was refused', async (_, options, reason) => {
    const { pay, signed } = paying(options);
    const response = await post(pay, '/toy/echo', { text: 'hello', count: 2 });
    expect([response.status, signed.length]).toEqual([402, 0]);
    expect(read(await response.json(), 'error', 'message')).toContain(reason);
  });

  test('sends the same payment again with the same request until its outcome is known', async () => {
    const payments: (string | null)[] = [];
    const watching: typeof fetch = async (url, init) => {
      payments.push(new Headers(init?.headers).get('payment-signature'));
      const response = await fetch(url, init);
      if (payments.length === 2) throw new TypeError('fetch failed');
      return response;
    };
    const { pay, signed } = paying({ fetch: watching });
    const fails = { status: 502, body: {}, charge: 'free' as const };
    const answers = [fails];
    gateway.script('shout', () => answers.shift() ?? { status: 200, body: {} });
    await expect(post(pay, '/toy/shout', { text: 'x' })).rejects.toThrow('fetch failed');
    expect((await post(pay, '/toy/shout', { text: 'x' })).status).toBe(200);
    expect([signed.length, payments[1] === payments[2], payments.length]).toEqual([1, true, 3]);
    // A new payment follows once the first was served.
    expect((await post(pay, '/toy/shout', { text: 'x' })).status).toBe(200);
    expect(signed).toHaveLength(2);
  });

  test.each([
    ['reusable', [1, 1]],
    ['used', [1, 2]],
  ] as const)('sends the payment of a call that failed again unless that is used: %s', async (uncharged, signs) => {
    const own = claiming(uncharged);
    const selling = await startTestGateway({ host: own });
    const failing = paying({ host: own, baseUrl: selling.url, budget: '1' });
    const fails = () => Promise.reject(new Problem('out-of-paper'));
    const works = [fails, () => ({ status: 200, body: {} })];
    selling.script('shout', () => works.shift()?.() ?? fails());
    const signed: number[] = [];
    for (const status of [502, 200]) {
      const response = await failing.pay(`${selling.url}/toy/shout`, ask);
      expect(response.status).toBe(status);
      signed.push(failing.signed.length);
    }
    expect([signed, failing.pay.budget.spent]).toEqual([signs, '0.001']);

    // A payment whose response was lost may have been charged, so no other one is signed for the same request.
    const losing: typeof fetch = async (url, init) => {
      const response = await fetch(url, init);
      if (response.status === 200) throw new TypeError('fetch failed');
      return response;
    };
    selling.script('shout', () => ({ status: 200, body: {} }));
    const cut = paying({ host: own, baseUrl: selling.url, fetch: losing });
    const first = await cut.pay(`${selling.url}/toy/shout`, ask).catch((error: Error) => error.message);
    const second = await cut.pay(`${selling.url}/toy/shout`, ask);
    expect([first, second.status, cut.signed.length]).toEqual(['fetch failed', 402, 1]);
    await selling.close();
  });

  test('signs one payment for each of several equal calls at once', async () => {
    const { pay, signed } = paying();
    const responses = await Promise.all([1, 2, 3].map(() => post(pay, '/toy/shout', { text: 'x' })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(signed).toHaveLength(3);
  });

  test('polls a job with the payment that ordered it', async () => {
    const { payments, store } = gateway.services;
    gateway.script('lend', async (call) => {
      await payments.hold(call.claim ?? '');
      const job = { machine: 'loan', state: 'out', owner: call.payer ?? '', createdAt: 0, data: {} };
      await store.jobs.insert({ ...job, id: 'fetched', claim: call.claim ?? '' });
      return { status: 202, body: { id: 'fetched', poll_url: '/toy/loans/fetched' }, charge: 'later' };
    });
    const { pay, signed } = paying({ budget: '1' });
    expect((await post(pay, '/toy/loans', { text: 'x' })).status).toBe(202);
    expect(pay.budget.spent).toBe('0');
    const polls = [await pay(`${gateway.url}/toy/loans/fetched`), await pay(`${gateway.url}/toy/loans/fetched`)];
    expect(polls.map(({ status }) => status)).toEqual([200, 200]);
    expect(await polls[0]?.json()).toMatchObject({ first: true });
    expect([signed.length, pay.budget.spent]).toEqual([1, '0.001']);
    // The client does not poll a job of another wallet with this payment.
    expect((await paying().pay(`${gateway.url}/toy/loans/fetched`)).status).toBe(402);
  });

  test('pays nothing to another origin, and nothing for what is free', async () => {
    const { pay, signed } = paying({ baseUrl: 'http://gateway.example' });
    expect((await post(pay, '/toy/echo', { text: 'hello', count: 1 })).status).toBe(402);
    expect((await paying().pay(`${gateway.url}/toy/deep/a`)).status).toBe(200);
    expect(signed).toHaveLength(0);
  });
});

/** The host with its word on payments of calls that failed. */
function claiming(uncharged: Reuse): HostDefinition {
  const { payment } = host;
  if (!payment) throw new Error('The host sells nothing.');
  const claim = { uncharged, unanswered: 'reusable' } as const;
  return { ...host, payment: { ...payment, transport: { ...payment.transport, claim } } };
}

/** The routes of the host at half the price. */
function cheaper() {
  return host.routes.map((route) => ({
    ...route,
    ...(route.quote && { quote: () => ({ amount: 1000n, breakdown: {} }) }),
  }));
}
