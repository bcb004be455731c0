/** Answers that do not arrive, over HTTP against the toy service. */

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Reply, StreamEvent } from '../operation/handler.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { at } from '../testing/read.ts';

const ask = { text: 'hi' };
let gateway: TestGateway;

beforeEach(async () => {
  gateway = await startTestGateway();
});
afterEach(() => gateway.close());

const transfers = () => gateway.services.store.ledger.transfers();
const send = (header: string) => gateway.send('/toy/echo', ask, { 'PAYMENT-SIGNATURE': header });

async function* events(...all: readonly unknown[]): AsyncGenerator<StreamEvent> {
  for (const data of all) yield { data };
}

describe('a call', () => {
  test('is not charged when its caller hangs up before the answer', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    const called = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    gateway.script('echo', async ({ signal }) => {
      called.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended.resolve();
      return { status: 200, body: {} };
    });
    const aborter = new AbortController();
    const lost = fetch(`${gateway.url}/toy/echo`, {
      method: 'POST',
      body: JSON.stringify(ask),
      headers: { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header },
      signal: aborter.signal,
    }).catch(() => 'lost');
    await called.promise;
    aborter.abort();
    await Promise.all([lost, ended.promise]);
    gateway.script('echo', () => ({ status: 200, body: {} }));
    await expect.poll(async () => (await send(header)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });

  test('is charged, and owed, when its caller hangs up again and again', async () => {
    const payer = gateway.wallet.address.toLowerCase();
    while (gateway.services.payments.hangUps.isFree(payer));
    const header = await gateway.sign('/toy/echo', ask);
    const called = Promise.withResolvers<void>();
    gateway.script('echo', async ({ signal }) => {
      called.resolve();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { status: 200, body: { late: true } };
    });
    const aborter = new AbortController();
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header };
    const sent = { method: 'POST', body: JSON.stringify(ask), headers, signal: aborter.signal };
    const lost = fetch(`${gateway.url}/toy/echo`, sent).catch(() => 'lost');
    await called.promise;
    aborter.abort();
    await lost;
    await expect.poll(transfers).toHaveLength(1);
    gateway.script('echo', () => ({ status: 200, body: { again: true } }));
    await expect.poll(async () => (await send(header)).json).toEqual({ again: true });
    expect(await transfers()).toHaveLength(1);
  });

  test('whose answer does not arrive is owed to the same request', async () => {
    const long = { text: 'a'.repeat(20_000_000) };
    gateway.script('echo', () => ({ status: 200, body: long }));
    const header = await gateway.sign('/toy/echo', ask);
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header };
    const cut = httpRequest(`${gateway.url}/toy/echo`, { method: 'POST', headers });
    cut.on('error', () => undefined).end(JSON.stringify(ask));
    await once(cut, 'response');
    expect(await transfers()).toHaveLength(1);
    cut.destroy();

    await expect.poll(async () => (await send(header)).json).toEqual(long);
    expect(at((await send(header)).json, 'code')).toBe('PAYMENT_REPLAY');
    expect(await transfers()).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['a body', { status: 200, body: { amount: 1n } }],
    ['a stream', { status: 200, stream: events({ amount: 1n }) }],
    ['a stream in its middle', { status: 200, stream: events('one', { amount: 1n }) }],
    // JSON.parse reads more levels than JSON.stringify writes.
    ['what a provider sent', { status: 200, relayed: JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)) }],
  ])('whose answer cannot be written, %s, is not charged', async (_, reply) => {
    gateway.script('echo', () => reply);
    const header = await gateway.sign('/toy/echo', ask);
    const { status, text } = await send(header);
    expect([status, /^event: error$/m.test(text)]).toEqual(text.includes('one') ? [200, true] : [500, false]);
    expect(await transfers()).toEqual([]);
    gateway.script('echo', () => ({ status: 200, body: {} }));
    expect((await send(header)).status).toBe(200);
  });

  test('after the handler settled is owed to the same request', async () => {
    gateway.script('echo', async (call) => {
      await gateway.services.payments.settle(call.claim ?? '', call);
      throw new Problem('out-of-paper');
    });
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header)).status).toBe(502);
    gateway.script('echo', () => ({ status: 200, body: {} }));
    expect((await send(header)).status).toBe(200);
    expect(at((await send(header)).json, 'code')).toBe('PAYMENT_REPLAY');
    expect(await transfers()).toHaveLength(1);
  });
});
