import { describe, expect, test } from 'vitest';
import { checkContext } from '../check/context.ts';
import type { Limit, Operation } from '../contract/contract.ts';
import type { ReceivedResponse } from '../http/exchange.ts';
import { ClockMoved, NotTestable } from '../http/interruption.ts';
import { Body, HttpResponse } from '../http/response.ts';
import { sampleOf } from '../http/sample.ts';
import { labContract } from '../testing/lab-contract.ts';
import { Budget } from '../wallet/budget.ts';
import { SpendTracker } from '../wallet/spend-tracker.ts';
import { asDescribed, createTransport } from './transport.ts';

/** A response as the client makes it, of which every part is read. */
const came = (status: number) =>
  new HttpResponse({
    ...{ status, cut: false, body: new Body('{"id":"a"}') },
    rawHeaders: [['Content-Type', 'application/json']],
  });

const describing = (...statuses: readonly number[]): Pick<Operation, 'responses'> => ({
  responses: statuses.map((http) => ({
    http,
    contentType: 'application/json',
    description: '',
    headers: {},
    from: [],
    status: 'stated',
  })),
});

describe('a success', () => {
  test.each([201, 206])('of status %i counts as the 200 that the operation describes', (status) => {
    const received = asDescribed(came(status), describing(200));
    expect(received).toMatchObject({
      status: 200,
      rawStatus: status,
      text: '{"id":"a"}',
      json: { id: 'a' },
      events: [],
    });
    expect(received.headers).toEqual({ 'content-type': 'application/json' });
  });

  test.each([
    [202, [200, 202]],
    [201, [202]],
    [202, [200]],
    [200, [202]],
    [200, [200]],
  ])('of status %i stays as it came where %j are described', (status, described) => {
    const own = came(status);
    expect(asDescribed(own, describing(...described))).toBe(own);
  });
});

test.each([304, 402, 404, 500])('status %i, which is no success, stays as it came', (status) => {
  const own = came(status);
  expect(asDescribed(own, describing(200))).toBe(own);
});

const [operation] = labContract.operations;

const anyLimit: Omit<Limit, 'operations' | 'window'> = {
  id: 'some-calls',
  summary: 'Calls per caller address',
  from: [],
  status: 'stated',
  count: 10,
  sides: [],
  key: 'ip',
  keyStatus: 'stated',
  error: 'some-limit',
  shared: false,
};

async function send(
  refused: string | Readonly<Record<string, string>>,
  patient: boolean,
  { refusals = 1, clock = false, paid = false, limits = [] as readonly Limit[] } = {},
) {
  const waited: number[] = [];
  const answered: number[] = [];
  const skipped: number[] = [];
  const answers = Array.from({ length: refusals }, () =>
    answer(429, typeof refused === 'string' ? { 'retry-after': refused } : refused),
  );
  const transport = createTransport({
    client: { exchange: async () => answers.shift() ?? answer(200) },
    spending: new SpendTracker(new Budget(0n)),
    contract: { limits, errors: {} },
    record: () => {},
    now: async () => 1_800_000_000,
    wait: async (seconds) => waited.push(seconds),
    ...(clock && { skip: async (seconds) => skipped.push(seconds) }),
  });
  if (!operation) throw new Error('The contract of the tests has operations.');
  const headers: Record<string, string> = paid ? { 'payment-signature': 'signed' } : {};
  const payment = paid && { payment: { header: 'payment-signature', value: 'signed' } };
  const sent = { method: 'GET', path: '/', headers, ...payment };
  const { signal } = new AbortController();
  const called = sampleOf({ ...operation, auth: 'payment' });
  const context = { signal, patient, answered: (milliseconds: number) => answered.push(milliseconds) };
  const exchange = await checkContext.run(context, () => transport.send(called, sent));
  // Each response puts the timeout of its check off, by a second at most.
  expect(answered).toHaveLength(transport.requests);
  expect(Math.max(...answered)).toBeLessThanOrEqual(1000);
  return { status: exchange.received.status, waited, skipped, requests: transport.requests };
}

function answer(status: number, headers: Record<string, string> = {}): ReceivedResponse {
  return { status, headers, rawHeaders: [], text: '', json: undefined, events: [], cut: false };
}

describe('send', () => {
  test.each<[string, number]>([
    ['3', 3],
    ['2.5', 3],
    [new Date(1_800_000_004_000).toUTCString(), 4],
    [new Date(1_700_000_000_000).toUTCString(), 0],
  ])('waits as long as %s says, in seconds, with decimals or as a date', async (after, seconds) => {
    expect((await send(after, true)).waited).toEqual([seconds]);
  });

  test('waits for Retry-After and sends again', async () => {
    expect(await send('3', true)).toEqual({ status: 200, waited: [3], skipped: [], requests: 2 });
  });

  test('does not wait where the check judges the refusal', async () => {
    expect(await send('3', false)).toEqual({ status: 429, waited: [], skipped: [], requests: 1 });
  });

  test('gives up where Retry-After is longer than the suite waits', async () => {
    await expect(send('3600', true)).rejects.toThrow(NotTestable);
  });

  test('gives up on a documented limit without Retry-After', async () => {
    const limits: readonly Limit[] = [{ ...anyLimit, window: 3600, operations: [operation?.id ?? ''] }];
    await expect(send({}, true, { limits })).rejects.toThrow(NotTestable);
    expect(await send({}, true)).toMatchObject({ status: 429, requests: 1 });
  });

  test('moves the clock for a longer Retry-After, again where other calls came first', async () => {
    const answered = await send('3600', true, { refusals: 2, clock: true });
    expect(answered).toEqual({ status: 200, waited: [], skipped: [3600, 3600], requests: 3 });
  });

  test('moves the clock once for all calls that wait at the same time', async () => {
    let now = 0;
    const skipped: number[] = [];
    const transport = createTransport({
      client: { exchange: async () => answer(now > 0 ? 200 : 429, { 'retry-after': '60' }) },
      spending: new SpendTracker(new Budget(0n)),
      contract: { limits: [], errors: {} },
      record: () => {},
      now: async () => now,
      wait: async () => {},
      skip: async (seconds) => {
        await new Promise(setImmediate);
        now += seconds;
        skipped.push(seconds);
      },
    });
    if (!operation) throw new Error('The contract of the tests has operations.');
    const called = sampleOf({ ...operation, auth: 'none' });
    const { signal } = new AbortController();
    await checkContext.run({ signal, patient: true }, () =>
      Promise.all([1, 2, 3].map(() => transport.send(called, { method: 'GET', path: '/', headers: {} }))),
    );
    expect(skipped).toEqual([60]);
  });

  test('moves the clock for a payment as well, which then has to be signed again', async () => {
    await expect(send('3600', true, { clock: true, paid: true })).rejects.toThrow(ClockMoved);
    await expect(send('3600', true, { paid: true })).rejects.not.toThrow(ClockMoved);
  });

  test('retries at X-RateLimit-Reset where there is no Retry-After', async () => {
    expect(await send({ 'x-ratelimit-reset': '1800000003001' }, true)).toMatchObject({ waited: [4] });
  });
});
