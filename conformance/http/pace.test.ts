import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paced } from './pace.ts';
import { Body, HttpResponse } from './response.ts';

const response = new HttpResponse({ status: 200, cut: false, body: new Body('{}'), rawHeaders: [] });

/** Calls a paced client at times in milliseconds; the result has the times at which it sent, and the sum of the waits. */
async function sentAt(rate: number, calls: readonly number[]) {
  let time = 0;
  let waited = 0;
  const sent: number[] = [];
  const client = { exchange: async () => response, close: async () => {} };
  const clock = { now: () => time, wait: async (milliseconds: number) => void sent.push(time + milliseconds) };
  const counted = (milliseconds: number) => {
    waited += milliseconds;
  };
  const slow = paced(client, rate, counted, clock);
  for (const at of calls) {
    time = at;
    const before = sent.length;
    await slow.exchange({ method: 'GET', path: '/', headers: {} });
    if (sent.length === before) sent.push(at);
  }
  return { sent, waited };
}

test('a burst is spread evenly, and a later call is sent at once', async () => {
  expect(await sentAt(10, [0, 0, 0, 1000])).toEqual({ sent: [0, 100, 200, 1000], waited: 300 });
});

test('no second has more requests than the rate', async () => {
  const rates = fc.integer({ min: 1, max: 50 });
  const times = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rates, times, async (rate, calls) => {
      const { sent } = await sentAt(
        rate,
        calls.toSorted((a, b) => a - b),
      );
      for (const [index, time] of sent.entries()) {
        const next = sent[index + rate];
        if (next !== undefined) expect(next - time).toBeGreaterThanOrEqual(1000 - 1e-6);
      }
    }),
  );
});

test('an aborted call is not sent', async () => {
  let requests = 0;
  const client = {
    exchange: async () => {
      requests += 1;
      return response;
    },
    close: async () => {},
  };
  const slow = paced(client, 0.01, () => {});
  await slow.exchange({ method: 'GET', path: '/', headers: {} });
  const aborted = AbortSignal.abort();
  await expect(slow.exchange({ method: 'GET', path: '/', headers: {} }, aborted)).rejects.toThrow('aborted');
  expect(requests).toBe(1);
});
