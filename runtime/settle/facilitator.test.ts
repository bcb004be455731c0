/** Facilitators as they are: what they report, what the chain says, and what the gateway concludes. */

import { generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentDefinition } from '../operation/host.ts';
import type { Payment } from '../operation/payment.ts';
import { type Answer, type FacilitatedChain, reply, startFacilitatedChain } from '../testing/facilitated-chain.ts';
import { testTransport } from '../testing/transport.ts';
import { createFacilitatorSettler, type FacilitatorSettlerOptions } from './facilitator.ts';
import { createAuthorize } from './facilitator/authorization.ts';

const network: PaymentDefinition = {
  scheme: 'exact',
  network: 'eip155:8453',
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  decimals: 6,
  domain: { name: 'USD Coin', version: '2' },
  window: 300,
  transport: testTransport,
};
const now = Math.floor(Date.now() / 1000);
const payment: Payment = {
  scheme: 'exact',
  network: network.network,
  asset: network.asset,
  payer: `0x${'1'.repeat(40)}`,
  payTo: `0x${'2'.repeat(40)}`,
  amount: 1000n,
  nonce: `0x${'3'.repeat(64)}`,
  validAfter: now - 60,
  validBefore: now + 300,
  proof: { signature: `0x${'4'.repeat(128)}1b` },
};

let chain: FacilitatedChain;
beforeEach(async () => {
  chain = await startFacilitatedChain(network);
});
afterEach(() => chain.close());

const logged: unknown[] = [];
const log = {
  info() {},
  warn: (...said: readonly unknown[]) => void logged.push(said),
  error: (...said: readonly unknown[]) => void logged.push(said),
};
/** A settler that looks often, and that answers no call before the facilitator has. */
const open = (more: Partial<FacilitatorSettlerOptions> = {}) => {
  const { rpc, facilitator } = chain;
  return createFacilitatorSettler({ network, rpc, facilitator, poll: 1, patience: 1_000_000, log, ...more });
};

const answering =
  (body: unknown, status = 200): Answer =>
  (response) =>
    reply(response, body, status);
const timedOut = 'settle_exact_evm_transaction_confirmation_timed_out';

describe('a settlement through a facilitator', () => {
  const unclear: readonly (readonly [string, Answer])[] = [
    ['a failure without a transaction', answering({ success: false, errorReason: timedOut, transaction: '' })],
    ['a failure without any reason', answering({ success: false })],
    ['a failure whose transaction is null', answering({ success: false, transaction: null })],
    [
      'a failure that names its transaction',
      answering({ success: false, transaction: '0x12', errorReason: 'pending' }),
    ],
    ['a success that is not on the chain', answering({ success: true, transaction: '0x12' })],
    ['a refusal of status 400', answering({ success: false, errorReason: 'insufficient_funds' }, 400)],
    [
      'a failure of status 500 in its own form',
      answering({ success: false, errorReason: 'unexpected_settle_error' }, 500),
    ],
    ['a JSON 408 of a proxy', answering({ error: 'request timeout' }, 408)],
    ['a JSON 429 of a proxy', answering({ error: 'too many requests' }, 429)],
    ['a JSON 502 of a proxy', answering({ message: 'Bad Gateway' }, 502)],
    ['a JSON 504 of a proxy', answering({ error: 'gateway timeout' }, 504)],
    ['a JSON 200 of a proxy', answering({ message: 'An invalid response was received from the upstream server' })],
    ['a page', (response) => response.writeHead(504, { 'content-type': 'text/html' }).end('<h1>504</h1>')],
    ['nothing', (response) => response.end()],
    ['a connection that breaks', (response) => response.destroy()],
    ['a body that breaks', (response) => response.write('{"success":', () => response.destroy())],
    ['a body without end', (response) => response.end(`{"success":false,"x":"${'x'.repeat(300_000)}"}`)],
    ['a refused key', answering({ error: 'unauthorized' }, 401)],
    ['a redirect to another host', (response) => response.writeHead(307, { location: 'http://elsewhere.test/' }).end()],
  ];

  test.each(unclear)('is unknown after %s, until the chain shows the transfer', async (_, answer) => {
    const settler = await open();
    chain.answers.set('/f/settle', answer);
    expect(await settler.settle(payment, 'POST /a')).toMatchObject({ outcome: 'unknown' });
    expect(await settler.lookup(payment)).toMatchObject({ outcome: 'unknown' });
    chain.land();
    expect(await settler.lookup(payment)).toMatchObject({ outcome: 'settled' });
    await settler.close?.();
  });

  test.each(unclear)('is unknown after %s, until the authorization has ended', async (_, answer) => {
    const settler = await open();
    chain.answers.set('/f/settle', answer);
    expect(await settler.settle(payment, 'POST /a')).toMatchObject({ outcome: 'unknown' });
    chain.setTime(payment.validBefore - 1);
    expect(await settler.lookup(payment)).toMatchObject({ outcome: 'unknown' });
    chain.setTime(payment.validBefore);
    expect(await settler.lookup(payment)).toMatchObject({ outcome: 'failed' });
    await settler.close?.();
  });

  test.each(unclear)(
    'has taken place although the facilitator answers %s, where the chain says so',
    async (_, answer) => {
      const settler = await open();
      chain.answers.set('/f/settle', (response, request) => {
        chain.land();
        return answer(response, request);
      });
      expect(await settler.settle(payment, 'POST /a')).toMatchObject({ outcome: 'settled' });
      await settler.close?.();
    },
  );

  test('tells the operator what the facilitator said', async () => {
    const settler = await open();
    chain.answers.set('/f/settle', answering({ success: false, errorReason: timedOut }));
    logged.length = 0;
    await settler.settle(payment, 'POST /a');
    expect(JSON.stringify(logged)).toContain(timedOut);
    await settler.close?.();
  });
});

describe('the check of a payment by a facilitator', () => {
  test('keeps its reason for the operator', async () => {
    const settler = await open();
    chain.answers.set(
      '/f/verify',
      answering({ isValid: false, invalidReason: 'account of operator 7 is suspended' }, 400),
    );
    logged.length = 0;
    expect(await settler.refusal?.(payment)).toBe('The facilitator refuses it.');
    expect(JSON.stringify(logged)).toContain('account of operator 7 is suspended');
  });

  test.each<[string, Answer]>([
    ['fails', answering({ error: 'down' }, 503)],
    ['is a proxy', answering({ message: 'no route' }, 404)],
    ['breaks off', (response) => response.destroy()],
    ['refuses the key', answering({}, 401)],
    ['answers without end', answering({ isValid: true, x: 'x'.repeat(300_000) })],
  ])('throws where the facilitator %s, so that no fresh challenge is answered', async (_, answer) => {
    const settler = await open();
    chain.answers.set('/f/verify', answer);
    await expect(settler.refusal?.(payment)).rejects.toThrow();
  });
});

describe('a facilitator that asks who is calling', () => {
  const asking: Answer = (response, { headers }) =>
    headers.authorization || headers['x-api-key'] ? reply(response, { isValid: true }) : reply(response, {}, 401);

  // ar-io/ar-io-node#869, KeeperHub/keeperhub#818: a refused key that shows only as a payment that fails.
  test('ends the start without a key, with what to do', async () => {
    chain.answers.set('/f/verify', asking);
    await expect(open()).rejects.toThrow(/401.*FACILITATOR_KEY/);
  });

  test.each([
    ['a key', { key: 'k-1' }, { authorization: 'Bearer k-1' }],
    ['headers', { headers: 'X-Api-Key: k-1\n\n  X-Account:  7 ' }, { 'x-api-key': 'k-1', 'x-account': '7' }],
    ['both', { key: 'k-1', headers: 'X-Account: 7' }, { authorization: 'Bearer k-1', 'x-account': '7' }],
  ])('gets %s with every call', async (_, key, headers) => {
    chain.answers.set('/f/verify', asking);
    const settler = await open({ authorize: createAuthorize(key) });
    await settler.refusal?.(payment);
    chain.land();
    for (const request of chain.requests) expect(request.headers).toMatchObject(headers);
  });

  const ed25519 = generateKeyPairSync('ed25519');
  const seed = Buffer.from(ed25519.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url');
  const half = Buffer.from(ed25519.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = p256.privateKey.export({ format: 'pem', type: 'sec1' }).toString();

  test.each([
    ['an Ed25519 key', Buffer.concat([seed, half]).toString('base64'), ed25519.publicKey, 'EdDSA'],
    ['the seed of one', seed.toString('base64'), ed25519.publicKey, 'EdDSA'],
    ['a key in PEM', pem, p256.publicKey, 'ES256'],
    ['a key in PEM on one line', pem.replaceAll('\n', '\\n'), p256.publicKey, 'ES256'],
  ])('gets a token that %s signs for each request', async (_, key, publicKey, alg) => {
    const settler = await open({ authorize: createAuthorize({ key, id: 'key-7' }) });
    await settler.refusal?.(payment);
    const tokens = chain.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', '') ?? '');
    expect(new Set(tokens).size).toBe(chain.requests.length);
    for (const [index, token] of tokens.entries()) {
      const [header = '', claims = '', signature = ''] = token.split('.');
      const parsed = [header, claims].map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
      const path = chain.requests[index]?.path ?? '';
      const uris = [`${path === '/f/supported' ? 'GET' : 'POST'} ${new URL(chain.facilitator).host}${path}`];
      expect(parsed).toMatchObject([
        { alg, typ: 'JWT', kid: 'key-7' },
        { sub: 'key-7', uris },
      ]);
      expect(parsed[1].exp - parsed[1].nbf).toBe(120);
      const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' as const };
      const hash = alg === 'EdDSA' ? null : 'sha256';
      expect(verify(hash, Buffer.from(`${header}.${claims}`), signed, Buffer.from(signature, 'base64url'))).toBe(true);
    }
  });

  test('is refused a secret that cannot be read, without repeating it', () => {
    for (const key of ['no secret', '-----BEGIN PRIVATE KEY-----\nx', ''])
      expect(() => createAuthorize({ key, id: 'a' })).toThrow(/^The key of the facilitator is neither[^:]*$/);
    expect(() => createAuthorize({ headers: 'secret' })).toThrow(
      /^A header for the facilitator must[^:]*: value", one a line\.$/,
    );
  });
});

describe('a key in the URL of a facilitator', () => {
  test('is refused before the host, and never repeated', async () => {
    const facilitator = chain.facilitator.replace('http://', 'http://key:secret@');
    await expect(open({ facilitator })).rejects.toThrow(/^The URL of the facilitator [\d.:]+ has a key in it\. Set/);
    expect(chain.requests).toEqual([]);
  });

  test('stands in no error and no log where it is in the query', async () => {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: network.network }];
    chain.answers.set('/f/supported?key=secret', answering({ kinds }));
    const settler = await open({ facilitator: `${chain.facilitator}?key=secret` });
    expect(chain.requests[0]?.path).toBe('/f/supported?key=secret');
    chain.answers.set('/f/verify?key=secret', (response) => response.destroy());
    const failed = (await settler.refusal?.(payment).catch((error: unknown) => error)) ?? '';
    expect(String(failed)).toContain('did not answer');
    expect(`${failed} ${JSON.stringify(logged)} ${settler.where}`).not.toContain('secret');
  });
});

describe('a redirect of a facilitator', () => {
  test('is followed within its origin, and never to another one', async () => {
    const moved: Answer = (response) => response.writeHead(308, { location: '/f/v2/supported' }).end();
    chain.answers.set('/f/supported', moved);
    chain.answers.set(
      '/f/v2/supported',
      answering({ kinds: [{ x402Version: 2, scheme: 'exact', network: network.network }] }),
    );
    await (await open()).close?.();
    chain.answers.set('/f/supported', (response) =>
      response.writeHead(308, { location: 'http://elsewhere.test/f' }).end(),
    );
    await expect(open()).rejects.toThrow('redirects to http://elsewhere.test');
    chain.answers.set('/f/supported', (response) => response.writeHead(308, { location: '/f/supported' }).end());
    await expect(open()).rejects.toThrow('redirects to');
  });
});
