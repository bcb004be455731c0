import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { silentLog } from '../logging/log.ts';
import { createMovableClock } from '../system/clock.ts';
import { sendJson, startUpstream, type TestUpstream } from '../testing/upstream.ts';
import { createBreaker } from './breaker.ts';
import { UpstreamFailure } from './failure.ts';
import { createProvider, type Provider, type ProviderOptions, type UpstreamCall } from './provider.ts';
import { readJson } from './read.ts';

const clock = createMovableClock();
const closing: (() => Promise<unknown>)[] = [];
const services = {
  clock,
  log: silentLog,
  random: { bytes: (count: number) => new Uint8Array(count) },
  onClose: (close: () => Promise<unknown>) => void closing.push(close),
};
const retryNow = { 'retry-after': '0' };

let upstream: TestUpstream;
beforeEach(async () => {
  upstream = await startUpstream((response) => sendJson(response, { ok: true }));
});
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  await upstream.close();
});

function provider(options: Partial<ProviderOptions> = {}): Provider {
  return createProvider(services, { baseUrl: `${upstream.url}/v1`, ...options });
}

const call = (signal = new AbortController().signal): UpstreamCall => ({ signal, scripted: () => undefined });
const post = { method: 'POST', path: '/things?a=1', body: '{"b":2}' } as const;
const send = async (to: Provider, signal?: AbortSignal) => readJson((await to.send(call(signal), post)).body);
const failureOf = (work: Promise<unknown>): Promise<UpstreamFailure> =>
  work.then(
    () => Promise.reject(new Error('The provider succeeded.')),
    (error) => {
      if (error instanceof UpstreamFailure) return error;
      throw error;
    },
  );

describe('createProvider', () => {
  test('sends the request under its base URL, with its own headers', async () => {
    expect(await send(provider({ headers: { authorization: 'Bearer key' } }))).toEqual({ ok: true });
    expect(upstream.received).toMatchObject([
      { method: 'POST', url: '/v1/things?a=1', headers: { authorization: 'Bearer key' }, body: { b: 2 } },
    ]);
  });

  test('keeps the query of its base URL, as deployments of Azure need it', async () => {
    const one = provider({ baseUrl: `${upstream.url}/openai/deployments/a/?api-version=2024-10-21` });
    await send(one);
    await one.send(call(), { method: 'POST', path: '/chat/completions' });
    expect(upstream.received.map(({ url }) => url)).toEqual([
      '/openai/deployments/a/things?a=1&api-version=2024-10-21',
      '/openai/deployments/a/chat/completions?api-version=2024-10-21',
    ]);
  });

  test('tries again what may succeed, so often and no more', async () => {
    const passing = [408, 425, 429, 500, 502, 503, 504, 529];
    const kinds: Record<number, string> = {
      400: 'rejected',
      401: 'failed',
      404: 'rejected',
      422: 'rejected',
      429: 'capacity',
    };
    const statuses = fc.array(fc.constantFrom(200, 302, 400, 401, 404, 422, ...passing), {
      minLength: 4,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(statuses, async (answers) => {
        upstream.received.length = 0;
        upstream.respond = (response) =>
          sendJson(response, { ok: true }, answers[upstream.received.length - 1] ?? 200, retryNow);
        const final = answers.slice(0, 3).findIndex((status) => !passing.includes(status));
        const [tries, last] = final < 0 ? [3, answers[2] ?? 0] : [final + 1, answers[final] ?? 0];
        const end = send(provider());
        if (last === 200) expect(await end).toEqual({ ok: true });
        else expect(await failureOf(end)).toMatchObject({ kind: kinds[last] ?? 'failed', detail: { status: last } });
        expect(upstream.received).toHaveLength(tries);
      }),
      { numRuns: 60 },
    );
  });

  test('waits no longer than a few seconds for capacity, and says when there will be some', async () => {
    upstream.respond = (response) => sendJson(response, {}, 429, { 'retry-after': '90' });
    const failure = await failureOf(send(provider()));
    expect(failure).toMatchObject({ id: 'rate-limited', headers: { 'Retry-After': '90' }, detail: { retryAfter: 90 } });
    expect(upstream.received).toHaveLength(1);
  });

  test.each([
    ['30', '30'],
    ['30.2', '31'],
    [undefined, undefined],
  ])('passes the Retry-After %s of a provider that is down on as %s', async (sent, passed) => {
    upstream.respond = (response) => sendJson(response, {}, 503, sent === undefined ? {} : { 'retry-after': sent });
    const { id, headers } = await failureOf(send(provider({ retries: 0 })));
    expect([id, headers['Retry-After']]).toEqual(['upstream-failed', passed]);
  });

  test.each([
    ['2.5', 2.5],
    ['0', 0],
    ['soon', undefined],
  ])('waits for the Retry-After %s of a provider that has no capacity', async (sent, seconds) => {
    upstream.respond = (response) => sendJson(response, {}, 429, { 'retry-after': sent });
    expect((await failureOf(send(provider({ retries: 0 })))).detail.retryAfter).toBe(seconds);
  });

  test('spends a budget of retries, so that an overloaded provider is called little more than without them', async () => {
    upstream.respond = (response) => sendJson(response, {}, 429, retryNow);
    const one = provider();
    const calls = 40;
    for (let index = 0; index < calls; index += 1) await failureOf(send(one));
    expect(upstream.received.length).toBeLessThanOrEqual(calls + 10 + calls * 0.2);
    expect(upstream.received.length).toBeGreaterThan(calls + 10);
  });

  test('shows callers why an input was refused, and nothing of any other error', async () => {
    const error = { error: { message: 'temperature: at most 2' } };
    upstream.respond = (response) => sendJson(response, error, 400);
    expect((await failureOf(send(provider()))).message).toBe('temperature: at most 2');
    upstream.respond = (response) => sendJson(response, { error: { message: 'org-1 has no credit' } }, 403);
    expect((await failureOf(send(provider()))).message).toBe('The provider returned 403.');
  });

  test.each([
    ['never answers', (_: unknown) => undefined, 'timeout'],
    ['stops in the middle', (response: ServerResponse) => response.write('{"a"'), 'timeout'],
    ['breaks off', (response: ServerResponse) => response.destroy(), 'failed'],
    [
      'breaks off in the middle',
      (response: ServerResponse) => response.write('{"a"', () => response.destroy()),
      'failed',
    ],
    ['sends no JSON', (response: ServerResponse) => response.end('<html>'), 'failed'],
  ])('fails when the provider %s', async (_, respond, kind) => {
    upstream.respond = respond;
    const failure = await failureOf(send(provider({ timeouts: { response: 50, idle: 50 }, retries: 0 })));
    expect(failure).toMatchObject({ kind, id: 'upstream-failed' });
    expect(upstream.received).toHaveLength(1);
  });

  test('reports what it cannot reach', async () => {
    const { url } = upstream;
    await upstream.close();
    const failure = await failureOf(send(provider({ baseUrl: url })));
    expect(failure).toMatchObject({ kind: 'failed', message: 'The provider cannot be reached.' });
    upstream = await startUpstream((response) => sendJson(response, {}));
  });

  test('tries again after a connection that broke without an answer', async () => {
    upstream.respond = (response) => {
      if (upstream.received.length === 1) response.destroy();
      else sendJson(response, { ok: true });
    };
    expect(await send(provider())).toEqual({ ok: true });
  });

  test('gives up, and frees the provider, when the caller hangs up', async () => {
    const closed = Promise.withResolvers<void>();
    const aborter = new AbortController();
    upstream.respond = (response) => {
      response.on('close', () => closed.resolve());
      aborter.abort();
    };
    expect(await failureOf(send(provider(), aborter.signal))).toMatchObject({ message: 'The caller disconnected.' });
    await closed.promise;
    expect(upstream.received).toHaveLength(1);
  });

  test('leaves a provider alone that keeps failing, and tries it again with one call after its rest', async () => {
    const one = provider({ retries: 0 });
    upstream.respond = (response) => sendJson(response, {}, 500);
    for (let index = 0; index < 5; index += 1) await failureOf(send(one));
    expect(await failureOf(send(one))).toMatchObject({ kind: 'unconfigured' });
    expect(upstream.received).toHaveLength(5);

    clock.advance(30);
    const answered = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    upstream.respond = async (response) => {
      arrived.resolve();
      await answered.promise;
      sendJson(response, { ok: true });
    };
    const trial = send(one);
    await arrived.promise;
    expect(await failureOf(send(one))).toMatchObject({ kind: 'unconfigured' });
    answered.resolve();
    expect(await trial).toEqual({ ok: true });
    expect(await send(one)).toEqual({ ok: true });
  });
});

describe('createBreaker', () => {
  const step = fc.oneof(
    fc.record({
      act: fc.constant('call' as const),
      end: fc.constantFrom('answered' as const, 'failed' as const, 'unclear' as const),
    }),
    fc.record({ act: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }),
  );

  test('rests no longer than it would when the clock is set back', () => {
    let now = 1_000_000;
    const breaker = createBreaker({ now: () => now });
    for (let call = 0; call < 5; call += 1) breaker.leave('failed');
    expect(breaker.enter()).toBe(false);
    now = 0;
    expect(breaker.enter()).toBe(true);
  });

  test('lets calls in until five have failed in a row, and then one after each rest', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let now = 0;
        const breaker = createBreaker({ now: () => now });
        let [row, since] = [0, 0];
        for (const each of steps) {
          if (each.act === 'wait') now += each.seconds * 1000;
          else {
            const allowed = row < 5 || now - since >= 30_000;
            expect(breaker.enter()).toBe(allowed);
            if (!allowed) continue;
            breaker.leave(each.end);
            if (each.end === 'answered') row = 0;
            if (each.end === 'failed') [row, since] = [row + 1, now];
          }
        }
      }),
    );
  });

  test('lets none in after five contents in a row were failures, however often the status says success', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('answered', 'failed', 'unclear'), { maxLength: 30 }), (contents) => {
        const breaker = createBreaker({ now: () => 0 });
        let row = 0;
        for (const end of contents) {
          expect(breaker.enter()).toBe(row < 5);
          if (row === 5) return;
          breaker.leave('answered');
          breaker.read(end);
          row = end === 'failed' ? row + 1 : end === 'answered' ? 0 : row;
        }
      }),
    );
  });
});
