import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settlement } from '../operation/payment.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { formatEvent } from './stream.ts';

let failing: boolean;
let gateway: TestGateway;

beforeEach(async () => {
  failing = false;
  const failed: Settlement = { outcome: 'failed', reason: 'busy' };
  gateway = await startTestGateway({
    wrapSettler: (settler) => ({
      ...settler,
      settle: (payment, route) => (failing ? Promise.resolve(failed) : settler.settle(payment, route)),
    }),
  });
});
afterEach(() => gateway.close());

const transfers = () => gateway.services.store.ledger.transfers();
const pay = (text: string) => gateway.pay('/toy/story', { text });

describe('formatEvent', () => {
  test('writes JSON on one line and text on as many as it has', () => {
    expect(formatEvent({ event: 'word', data: { a: '\n' } })).toBe('event: word\ndata: {"a":"\\n"}\n\n');
    expect(formatEvent({ data: 'a\nb' })).toBe('data: a\ndata: b\n\n');
  });
});

describe('a paid stream', () => {
  test('settles at its end, before its last event, and tells the receipt', async () => {
    const { status, text, headers } = await pay('one two');
    const [transfer] = await transfers();
    const events = text.trim().split('\n\n');
    expect([status, headers.get('Content-Type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([...events.slice(0, 2), events[3]]).toEqual([
      'data: {"word":"one"}',
      'data: {"word":"two"}',
      'data: [DONE]',
    ]);
    const receipt = JSON.parse(atob(events[2]?.replace(': payment-response ', '') ?? ''));
    expect(receipt).toMatchObject({ success: true, transaction: transfer?.txHash, payer: gateway.wallet.address });
  });

  test('that is cut ends with an error event and is not charged', async () => {
    const { status, text } = await pay('one two CUT three');
    expect(status).toBe(200);
    expect(text.trim().split('\n\n')).toEqual([
      'data: {"word":"one"}',
      'data: {"word":"two"}',
      'event: error\ndata: {"type":"error","error":{"error":"Out of paper","type":"error","message":"Out of paper"}}',
    ]);
    expect(await transfers()).toEqual([]);
  });

  test('that is cut before it begins is an ordinary error', async () => {
    const { status, json } = await pay('CUT');
    expect([status, json]).toEqual([502, { error: 'Out of paper' }]);
    expect(await transfers()).toEqual([]);
  });

  test('that cannot be settled does not end as if it had been', async () => {
    failing = true;
    const { text } = await pay('one two');
    expect(text).toContain('Payment settlement failed');
    expect(text).not.toContain('[DONE]');
  });

  test('is charged to a caller who often hangs up before anything was sent', async () => {
    let begun = Promise.withResolvers<void>();
    const leave = async () => {
      begun = Promise.withResolvers();
      const ended = Promise.withResolvers<void>();
      gateway.script('story', ({ signal }) => ({
        status: 200,
        stream: (async function* () {
          yield { data: 'one' };
          begun.resolve();
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          ended.resolve();
          throw new Error('The provider was stopped.');
        })(),
      }));
      const aborter = new AbortController();
      const header = await gateway.sign('/toy/story', { text: 'one' });
      const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header };
      const init = { method: 'POST', body: '{"text":"one"}', headers, signal: aborter.signal };
      const answer = fetch(`${gateway.url}/toy/story`, init).then((response) => response.text());
      answer.catch(() => undefined);
      await begun.promise;
      aborter.abort();
      await ended.promise;
    };
    for (let time = 0; time < 10; time += 1) await leave();
    await leave();
    await expect.poll(async () => (await transfers()).length).toBe(1);
  });

  test('is not charged when its caller hangs up before the first event, and the same payment buys it later', async () => {
    const begun = Promise.withResolvers<void>();
    const stopped = Promise.withResolvers<void>();
    gateway.script('story', ({ signal }) => ({
      status: 200,
      stream: (async function* () {
        begun.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        stopped.resolve();
        yield* [];
        throw new Error('The provider was stopped.');
      })(),
    }));
    const aborter = new AbortController();
    const header = await gateway.sign('/toy/story', { text: 'one' });
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header };
    const init = { method: 'POST', body: '{"text":"one"}', headers };
    const left = fetch(`${gateway.url}/toy/story`, { ...init, signal: aborter.signal }).catch(() => undefined);
    await begun.promise;
    aborter.abort();
    await Promise.all([left, stopped.promise]);
    gateway.script('story', () => ({
      status: 200,
      stream: (async function* () {
        yield { data: 'one' };
      })(),
    }));
    await expect.poll(async () => (await fetch(`${gateway.url}/toy/story`, init)).status).toBe(200);
    await expect.poll(async () => (await transfers()).length).toBe(1);
  });

  test('is charged in full when its caller hangs up', async () => {
    const header = await gateway.sign('/toy/story', { text: 'one' });
    const more = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    gateway.script('story', () => ({
      status: 200,
      stream: (async function* () {
        yield { data: 'one' };
        yield { data: 'two' };
        await more.promise;
        yield { data: 'three' };
        ended.resolve();
      })(),
    }));
    const aborter = new AbortController();
    const answer = await fetch(`${gateway.url}/toy/story`, {
      method: 'POST',
      body: '{"text":"one"}',
      headers: { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': header },
      signal: aborter.signal,
    });
    await answer.body?.getReader().read();
    aborter.abort();
    more.resolve();
    await ended.promise;
    await expect.poll(async () => (await transfers()).length).toBe(1);
  });
});
