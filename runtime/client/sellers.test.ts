/** Sellers of every dialect of x402: what the client and `payingFetch` pay, and what they book. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { host } from '../testing/host.ts';
import { decodeJson, encodeJson } from '../values/encoding.ts';
import { read } from '../values/json.ts';
import { createCaller } from './caller.ts';
import { ReceiptMismatch } from './failures.ts';
import { keyWallet } from './key-wallet.ts';
import { payingFetch } from './paying-fetch.ts';

const wallet = keyWallet('0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6');
const asset = host.payment?.asset ?? '';
const terms = { scheme: 'exact', asset, payTo: '0x209693bc6afc0c5328ba36faf03c514ef312287c', maxTimeoutSeconds: 300 };
const offer = {
  ...terms,
  network: 'eip155:8453',
  amount: '1000',
  extra: { name: 'USD Coin', version: '2', note: 'kept' },
};
const old = {
  ...terms,
  network: 'base',
  maxAmountRequired: '1000',
  resource: 'https://a.test',
  mimeType: '',
  description: '',
};
// wevm/mppx#908: the resource of a seller may have another URL than the one that was called.
const two = { x402Version: 2, resource: { url: 'https://a.test' }, accepts: [offer] };
const one = { x402Version: 1, error: 'X-PAYMENT header is required', accepts: [old] };

type Headers_ = Readonly<Record<string, string>>;
const json = (status: number, body: unknown, headers: Headers_ = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

interface Seller {
  readonly challenge: () => Response;
  /** The response to a payment that it got in these headers. */
  readonly paid: (payment: Headers) => Response;
}

/** A `fetch` that is answered by a seller, with the requests that it got. */
function sellerFetch({ challenge, paid }: Seller) {
  const requests: Request[] = [];
  const seller: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    const isPaid = request.headers.has('payment-signature') || request.headers.has('x-payment');
    return isPaid ? paid(request.headers) : challenge();
  };
  return { seller, requests };
}

const success = { success: true, transaction: '0xab', network: 'eip155:8453', payer: wallet.address };
const settled = (headers: Headers_) => () => json(200, { echo: 'x' }, headers);

const dialects: Readonly<Record<string, Seller & { readonly version: 1 | 2 }>> = {
  'version 2 in the header': {
    version: 2,
    challenge: () => json(402, {}, { 'payment-required': encodeJson(two) }),
    paid: settled({ 'payment-response': encodeJson(success) }),
  },
  // azep-ninja/x402-gateway-template#5: the header leaves out the resource that the body has.
  'version 2 in the header, with its resource in the body alone': {
    version: 2,
    challenge: () => json(402, two, { 'payment-required': encodeJson({ ...two, resource: undefined }) }),
    paid: settled({ 'payment-response': encodeJson(success) }),
  },
  // x402-foundation/x402#2418: a browser gets a page, and the offers stand in the header.
  'version 2 in the header beside a page': {
    version: 2,
    challenge: () =>
      new Response('<html>Pay</html>', {
        status: 402,
        headers: { 'content-type': 'text/html', 'payment-required': encodeJson(two) },
      }),
    paid: settled({ 'payment-response': encodeJson(success) }),
  },
  'version 2 in the header alone, without a body': {
    version: 2,
    challenge: () => new Response(null, { status: 402, headers: { 'payment-required': encodeJson(two) } }),
    paid: settled({ 'payment-response': encodeJson({ ...success, amount: '1000', extensions: {} }) }),
  },
  'version 2 in the body': {
    version: 2,
    challenge: () => json(402, two),
    paid: settled({ 'payment-response': Buffer.from(JSON.stringify(success)).toString('base64url') }),
  },
  'version 1': {
    version: 1,
    challenge: () => json(402, one),
    paid: settled({ 'x-payment-response': encodeJson({ ...success, network: 'base' }) }),
  },
  'both versions': {
    version: 2,
    challenge: () => json(402, one, { 'payment-required': encodeJson(two) }),
    paid: settled({ 'payment-response': encodeJson(success) }),
  },
};

const baseUrl = 'https://gateway.test';
const body = { text: 'x', count: 1 };
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };

describe.each(Object.entries(dialects))('a seller that speaks %s', (_, dialect) => {
  test('is paid by the client, which repeats what was offered', async () => {
    const { seller, requests } = sellerFetch(dialect);
    const caller = createCaller({ host, baseUrl, wallet, fetch: seller, budget: '1' });
    const { receipt } = await caller.call('echo', { body });
    expect([receipt?.transaction, caller.budget.spent, requests.length]).toEqual(['0xab', '0.001', 2]);
    const header = requests[1]?.headers.get(dialect.version === 2 ? 'payment-signature' : 'x-payment');
    const { payload, ...rest } = Object(decodeJson(header ?? ''));
    expect(read(payload, 'authorization', 'value')).toBe('1000');
    const first = { x402Version: 1, scheme: 'exact', network: 'base' };
    expect(rest).toEqual(dialect.version === 2 ? { x402Version: 2, resource: two.resource, accepted: offer } : first);
  });

  test('is paid by payingFetch', async () => {
    const { seller } = sellerFetch(dialect);
    const pay = payingFetch({ host, baseUrl, wallet, fetch: seller, budget: '1' });
    const response = await pay(`${baseUrl}/toy/echo`, post);
    expect([response.status, await response.json(), pay.budget.spent]).toEqual([200, { echo: 'x' }, '0.001']);
  });
});

describe('a settlement that failed', () => {
  const failure = { success: false, errorReason: 'insufficient_funds', transaction: '', network: 'eip155:8453' };
  const failed = (status: number) => ({
    challenge: () => json(402, two),
    paid: () => json(status, { error: 'no' }, { 'payment-response': encodeJson(failure) }),
  });

  test('is a call that failed and was not charged, and nothing is booked as spent', async () => {
    const { seller, requests } = sellerFetch(failed(402));
    const caller = createCaller({ host, baseUrl, wallet, fetch: seller, budget: '1' });
    const outcome = { name: 'CallFailed', status: 402, charged: false };
    await expect(caller.call('echo', { body })).rejects.toMatchObject(outcome);
    expect([caller.budget.spent, requests.length]).toEqual(['0', 2]);
  });

  test('comes back from payingFetch as it is', async () => {
    const pay = payingFetch({ host, baseUrl, wallet, fetch: sellerFetch(failed(402)).seller, budget: '1' });
    const response = await pay(`${baseUrl}/toy/echo`, post);
    expect([response.status, await response.json(), pay.budget.spent]).toEqual([402, { error: 'no' }, '0']);
  });

  test('contradicts an answer that was sold, so that the payment counts as spent', async () => {
    const caller = createCaller({ host, baseUrl, wallet, fetch: sellerFetch(failed(200)).seller, budget: '1' });
    await expect(caller.call('echo', { body })).rejects.toBeInstanceOf(ReceiptMismatch);
    expect(caller.budget.spent).toBe('0.001');
  });

  test('may have moved the funds where the status is one of an unknown outcome', async () => {
    const { seller } = sellerFetch(failed(503));
    const caller = createCaller({ host, baseUrl, wallet, fetch: seller, budget: '1', maxRetries: 0 });
    await expect(caller.call('echo', { body })).rejects.toMatchObject({ status: 503, charged: undefined });
    expect(caller.budget.spent).toBe('0.001');
  });
});

describe('a payment whose outcome is unknown', () => {
  const losses: readonly (readonly [string, () => Response])[] = [
    [
      'a connection that closes',
      () => {
        throw new TypeError('fetch failed');
      },
    ],
    ['a proxy that times out', () => new Response('<h1>504</h1>', { status: 504 })],
    ['a proxy that breaks', () => new Response('Bad Gateway', { status: 502 })],
    ['a settlement that is not confirmed', () => json(503, {})],
  ];

  test.each(losses)('is the only one of its call: %s', async (_, paid) => {
    const { seller, requests } = sellerFetch({ challenge: () => json(402, two, { 'retry-after-ms': '0' }), paid });
    const caller = createCaller({ host, baseUrl, wallet, fetch: seller });
    vi.spyOn(Math, 'random').mockReturnValue(1);
    await expect(caller.call('echo', { body }, { maxRetries: 1 })).rejects.toMatchObject({ charged: undefined });
    const payments = requests.flatMap(({ headers }) => headers.get('payment-signature') ?? []);
    expect([payments.length, new Set(payments).size, caller.budget.spent]).toEqual([2, 1, '0.001']);
  });

  // x402-rs/x402-rs#108 and bitrouter/x402-kit#14: clients that sign for each challenge pay a repeated call twice.
  test.each(losses)('is sent again by payingFetch when its call is: %s', async (_, paid) => {
    const { seller, requests } = sellerFetch({ challenge: () => json(402, two), paid });
    const pay = payingFetch({ host, baseUrl, wallet, fetch: seller });
    const call = () => pay(`${baseUrl}/toy/echo`, post).catch(() => undefined);
    await call();
    await call();
    const payments = requests.flatMap(({ headers }) => headers.get('payment-signature') ?? []);
    expect([payments.length, new Set(payments).size]).toEqual([2, 1]);
  });
});

describe('Retry-After', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Seconds after which a free call that met 429 is sent again. */
  async function secondsFor(header: string, timeout?: number): Promise<number | undefined> {
    const times: number[] = [];
    const seller: typeof fetch = async () => {
      times.push(Date.now());
      return times.length === 1 ? json(429, {}, header === '' ? {} : { 'retry-after': header }) : json(200, {});
    };
    const caller = createCaller({ host, baseUrl, fetch: seller, ...(timeout !== undefined && { timeout }) });
    const call = caller.call('deep', { params: { path: 'a' } }).catch(() => undefined);
    await vi.runAllTimersAsync();
    await call;
    const [first = 0, second] = times;
    return second === undefined ? undefined : (second - first) / 1000;
  }

  test.each<[string, number]>([
    ['4', 4],
    ['1.5', 1.5],
    ['120', 120],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:00:04 GMT', 4],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ])('of %s is waited for', async (header, seconds) => {
    expect(await secondsFor(header)).toBe(seconds);
  });

  test.each(['', 'soon', '-1'])('of %j is ignored, and the wait is at most half a second', async (header) => {
    const seconds = await secondsFor(header);
    expect([seconds === undefined, (seconds ?? 0) >= 0.375, (seconds ?? 1) <= 0.5]).toEqual([false, true, true]);
  });

  test('that is longer than the call may take ends it', async () => {
    expect(await secondsFor('61', 60_000)).toBeUndefined();
  });
});

describe('a gateway under a path', () => {
  const poll = '/toy/loans/1';
  const paths = async (base: string, pollUrl: string) => {
    const { seller, requests } = sellerFetch({
      challenge: () => json(402, two),
      paid: (headers) => (headers.has('x-poll') ? json(200, {}) : json(202, { id: '1', poll_url: pollUrl })),
    });
    const root = `https://proxy.test${base}`;
    const caller = createCaller({ host, baseUrl: root, wallet, fetch: seller });
    const { pending } = await caller.call('lend', { body });
    await caller.call(
      'poll',
      { params: { id: '1' } },
      { url: pollUrl, headers: { 'x-poll': '1' }, ...(pending && { pending }) },
    );
    const pay = payingFetch({ host, baseUrl: root, wallet, fetch: seller });
    await pay(`${root.replace(/\/$/, '')}/toy/loans`, post);
    const polled = await pay(`${root.replace(/\/$/, '')}${poll}`, { headers: { 'x-poll': '1' } });
    expect(polled.status).toBe(200);
    return new Set(requests.map(({ url }) => new URL(url).pathname));
  };

  test.each([
    ['', poll],
    ['/', poll],
    ['/gw', poll],
    ['/gw/', poll],
    ['/gw', `/gw${poll}`],
    ['/gw', `https://proxy.test/gw${poll}`],
    ['/a/b', poll],
  ])('%j is called under it, with a poll_url of %j', async (base, pollUrl) => {
    const path = base.replace(/\/$/, '');
    expect(await paths(base, pollUrl)).toEqual(new Set([`${path}/toy/loans`, `${path}${poll}`]));
  });

  test('is the only one that is paid', async () => {
    const { seller, requests } = sellerFetch({ challenge: () => json(402, two), paid: () => json(200, {}) });
    const pay = payingFetch({ host, baseUrl: 'https://proxy.test/gw', wallet, fetch: seller });
    for (const path of ['/toy/echo', '/gwx/toy/echo', '/other/toy/echo'])
      expect((await pay(`https://proxy.test${path}`, post)).status).toBe(402);
    expect(requests).toHaveLength(3);
  });
});

test('payingFetch pays nothing for HEAD, and sends it without a body', async () => {
  const { seller, requests } = sellerFetch({ challenge: () => json(402, two), paid: () => json(200, {}) });
  const routes = host.routes.map((route) => ({ ...route, operation: { ...route.operation, method: 'GET' as const } }));
  const pay = payingFetch({ host: { ...host, routes }, baseUrl, wallet, fetch: seller });
  expect((await pay(`${baseUrl}/toy/shout?text=x`, { method: 'HEAD' })).status).toBe(402);
  expect(requests.map(({ method, body: sent }) => [method, sent])).toEqual([['HEAD', null]]);
});
