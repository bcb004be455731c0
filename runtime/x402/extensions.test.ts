/** A host whose challenges have extensions of the x402 standard, as the official package reads and writes them. */

import { validateDiscoveryExtension } from '@x402/extensions/bazaar';
import { appendPaymentIdentifierToExtensions, isPaymentIdentifierExtension } from '@x402/extensions/payment-identifier';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostDefinition } from '../operation/host.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';
import { at } from '../testing/read.ts';
import { testTransport } from '../testing/transport.ts';
import { decodeJson, encodeJson } from '../values/encoding.ts';

const ask = { text: 'hi' };
const id = 'pay_0123456789abcdef';

/** The toy host with extensions, whose echo describes itself by a schema of some length. */
function hostWith(length: number): HostDefinition {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { input: { type: 'object', description: 'x'.repeat(length) } },
    required: ['input'],
  };
  const input = { type: 'http', method: 'POST', bodyType: 'json', body: ask };
  return {
    ...toy,
    ...(toy.payment && {
      payment: {
        ...toy.payment,
        transport: { ...testTransport, extensions: ['payment-identifier', 'bazaar'] as const },
      },
    }),
    routes: toy.routes.map((route) => ({
      ...route,
      operation: { ...route.operation, discovery: { info: { input }, schema } },
    })),
  };
}

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ host: hostWith(0) });
});
afterEach(() => gateway.close());

/** Signs a payment for the toy with an identifier, as the official package adds it. */
async function identified(own = id): Promise<string> {
  const { json } = await gateway.send('/toy/echo', ask);
  const extensions = Object(at(json, 'extensions'));
  return encodeJson({
    ...Object(decodeJson(await gateway.sign('/toy/echo', ask))),
    extensions: appendPaymentIdentifierToExtensions(extensions, own),
  });
}

const send = (header: string, body: unknown = ask, path = '/toy/echo') =>
  gateway.send(path, body, { 'PAYMENT-SIGNATURE': header });

describe('the extensions of a challenge', () => {
  test('are in the header and the body, in the form of the official package', async () => {
    const { headers, json } = await gateway.send('/toy/echo', ask);
    const extensions = Object(at(json, 'extensions'));
    expect(at(decodeJson(headers.get('PAYMENT-REQUIRED') ?? ''), 'extensions')).toEqual(extensions);
    expect(isPaymentIdentifierExtension(extensions['payment-identifier'])).toBe(true);
    expect(validateDiscoveryExtension(extensions.bazaar)).toEqual({ valid: true });
  });

  test('leave the description for discovery out where the headers have no room for it', async () => {
    await gateway.close();
    gateway = await startTestGateway({ host: hostWith(3000) });
    const { headers, json } = await gateway.send('/toy/echo', ask);
    expect(Object.keys(Object(at(json, 'extensions')))).toEqual(['payment-identifier']);
    const required = headers.get('PAYMENT-REQUIRED') ?? '';
    expect(Object.keys(Object(at(decodeJson(required), 'extensions')))).toEqual(['payment-identifier']);
    expect(required.length).toBeLessThan(3000);
  });
});

describe('a payment with an identifier', () => {
  test('gets the same answer when its request is repeated, and is charged once', async () => {
    const header = await identified();
    const first = await send(header);
    const again = await send(header);
    expect(first.status).toBe(200);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('PAYMENT-RESPONSE')).toBe(first.headers.get('PAYMENT-RESPONSE'));
    expect(gateway.calls).toEqual({ echo: 1 });
    expect(await gateway.services.store.ledger.transfers(gateway.wallet.address)).toHaveLength(1);
  });

  test('conflicts with another payment or another request of the same identifier', async () => {
    const header = await identified();
    await send(header);
    expect((await send(await identified())).status).toBe(409);
    expect((await send(header, { text: 'ho' })).status).toBe(409);
    expect((await send(await identified('pay_fedcba9876543210'))).status).toBe(200);
    expect(gateway.calls).toEqual({ echo: 2 });
  });

  test('frees its identifier when its call fails', async () => {
    let calls = 0;
    gateway.script('echo', () => {
      calls += 1;
      if (calls === 1) throw new Problem('upstream-failed');
      return { status: 200, body: {} };
    });
    expect((await send(await identified())).status).toBe(502);
    expect((await send(await identified())).status).toBe(200);
  });

  test('is one call when it is sent many times at once', async () => {
    const header = await identified();
    const all = await Promise.all(Array.from({ length: 8 }, () => send(header)));
    const served = all.filter(({ status }) => status === 200);
    expect(served.length).toBeGreaterThan(0);
    expect(new Set(served.map(({ text }) => text)).size).toBe(1);
    expect(gateway.calls).toEqual({ echo: 1 });
    // The others may be sent again.
    expect((await send(header)).status).toBe(200);
  });

  test('gets a stream again as a whole, with the receipt in a header', async () => {
    const story = { text: 'hi' };
    const { json } = await gateway.send('/toy/story', story);
    const header = encodeJson({
      ...Object(decodeJson(await gateway.sign('/toy/story', story))),
      extensions: appendPaymentIdentifierToExtensions(Object(at(json, 'extensions')), id),
    });
    const first = await send(header, story, '/toy/story');
    const again = await send(header, story, '/toy/story');
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(at(decodeJson(again.headers.get('PAYMENT-RESPONSE') ?? ''), 'success')).toBe(true);
    expect(gateway.calls).toEqual({ story: 1 });
  });

  test('is refused where its identifier has another form', async () => {
    const payment = Object(decodeJson(await gateway.sign('/toy/echo', ask)));
    const short = { ...payment, extensions: { 'payment-identifier': { info: { required: false, id: 'short' } } } };
    expect((await send(encodeJson(short))).status).toBe(402);
  });
});
