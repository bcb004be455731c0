/** What has gone wrong with payments elsewhere, over HTTP against the toy service. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Settlement } from '../operation/payment.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { at } from '../testing/read.ts';
import type { Tampering } from '../testing/wallet.ts';
import type { Settler } from './settler.ts';

const ask = { text: 'hi' };
let scripted: (() => Promise<Settlement>)[];
let hidden: boolean;
let gateway: TestGateway;

/** A settler whose next settlements are scripted and whose lookups can be cut off. */
function wrapSettler(settler: Settler): Settler {
  return {
    ...settler,
    settle: (payment, route) => scripted.shift()?.() ?? settler.settle(payment, route),
    lookup: (payment) => (hidden ? Promise.reject(new Error('offline')) : settler.lookup(payment)),
  };
}

beforeEach(async () => {
  scripted = [];
  hidden = false;
  gateway = await startTestGateway({ wrapSettler });
});
afterEach(() => gateway.close());

const transfers = () => gateway.services.store.ledger.transfers();
const send = (header: string, path = '/toy/echo', body: unknown = ask) =>
  gateway.send(path, body, { 'PAYMENT-SIGNATURE': header });

describe('a payment', () => {
  test('buys one call, however many race for it', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => at(json, 'code')))).toEqual(new Set([undefined, 'PAYMENT_REPLAY']));
    expect(gateway.calls.echo).toBe(1);
    expect(await transfers()).toHaveLength(1);
  });

  test('cannot be used again, here or elsewhere', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header)).status).toBe(200);
    for (const path of ['/toy/echo', '/toy/shout']) {
      expect((await send(header, path)).json).toMatchObject({ code: 'PAYMENT_REPLAY', x402Version: 2 });
    }
    expect(await transfers()).toHaveLength(1);
  });

  test('for a cheap call does not buy an expensive one, and the reverse', async () => {
    const cheap = await gateway.sign('/toy/echo', ask);
    const dear = { ...ask, count: 5 };
    expect(at((await send(cheap, '/toy/echo', dear)).json, 'code')).toBe('PAYMENT_INVALID');
    expect(at((await send(await gateway.sign('/toy/echo', dear))).json, 'code')).toBe('PAYMENT_INVALID');
    expect(await transfers()).toHaveLength(0);
  });

  test.each<[string, Tampering]>([
    ['over one millionth more', { authorization: { value: '1001' } }],
    ['over one millionth less', { authorization: { value: '999' } }],
    ['to somebody else', { authorization: { to: `0x${'22'.repeat(20)}` } }],
    ['from somebody else', { authorization: { from: `0x${'22'.repeat(20)}` } }],
    ['that has expired', { authorization: { validBefore: '1000' } }],
    ['that is not valid yet', { authorization: { validAfter: '99999999999' } }],
    ['that is valid too long', { authorization: { validBefore: '99999999999' } }],
    ['under the wrong name of the asset', { domain: { name: 'USDC' } }],
    ['under another version', { domain: { version: '1' } }],
    ['for another chain', { domain: { chainId: 1 } }],
    ['for another contract', { domain: { verifyingContract: `0x${'33'.repeat(20)}` } }],
    ['that accepts another network', { accepted: { network: 'eip155:84532' } }],
    ['that accepts another scheme', { accepted: { scheme: 'upto' } }],
    ['that accepts another asset', { accepted: { asset: `0x${'33'.repeat(20)}` } }],
    ['that accepts another amount', { accepted: { amount: '1' } }],
    ['that accepts another payee', { accepted: { payTo: `0x${'33'.repeat(20)}` } }],
    ['that accepts another window', { accepted: { maxTimeoutSeconds: 301 } }],
    ['that accepts another domain', { accepted: { extra: { name: 'USDC', version: '2' } } }],
    [
      'whose signature was altered',
      { signature: (text) => text.replace(/.{3}$/, (end) => (end[0] === '0' ? '1' : '0') + end.slice(1)) },
    ],
    ['wrapped for a contract', { signature: (text) => `${text}${'6492'.repeat(16)}` }],
    ['in compact form', { signature: (text) => text.slice(0, 130) }],
  ])('%s is refused and the call not made', async (_, tampering) => {
    const { status, json } = await gateway.pay('/toy/echo', ask, tampering);
    expect([status, at(json, 'error'), at(json, 'code')]).toEqual([
      402,
      'Payment verification failed',
      'PAYMENT_INVALID',
    ]);
    expect(at(json, 'accepts', 0, 'amount')).toBe('1000');
    expect(gateway.calls.echo).toBeUndefined();
    expect(await transfers()).toHaveLength(0);
  });

  test.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64')],
    ['no payment', Buffer.from('{"x402Version":2}').toString('base64')],
    ['a prototype', Buffer.from('{"__proto__":{"x402Version":2}}').toString('base64')],
    ['too long', 'A'.repeat(9000)],
  ])('header with %s is refused', async (_, header) => {
    expect(at((await send(header)).json, 'code')).toBe('PAYMENT_INVALID');
  });

  test('that ends before its call may have ended is refused, and taken as long as enough of it is left', async () => {
    const early = await gateway.sign('/toy/echo', ask);
    const late = await gateway.sign('/toy/echo', ask);
    gateway.services.clock.advance(260);
    expect((await send(early)).status).toBe(200);
    gateway.services.clock.advance(15);
    expect(at((await send(late)).json, 'code')).toBe('PAYMENT_INVALID');
    expect(gateway.calls.echo).toBe(1);
  });

  test('is not spent on a request that is invalid', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header, '/toy/echo', {})).status).toBe(400);
    expect((await send(header)).status).toBe(200);
  });

  test('in X-Payment is accepted, and PAYMENT-SIGNATURE wins over it', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    expect((await gateway.send('/toy/echo', ask, { 'X-Payment': 'x', 'PAYMENT-SIGNATURE': header })).status).toBe(200);
    const other = await gateway.sign('/toy/echo', ask);
    expect((await gateway.send('/toy/echo', ask, { 'X-Payment': other })).status).toBe(200);
  });

  test('in the shape of version 1 is accepted', async () => {
    const { accepted, payload } = JSON.parse(Buffer.from(await gateway.sign('/toy/echo', ask), 'base64').toString());
    const first = { x402Version: 1, scheme: accepted.scheme, network: accepted.network, payload };
    const header = Buffer.from(JSON.stringify(first)).toString('base64');
    expect((await gateway.send('/toy/echo', ask, { 'X-Payment': header })).status).toBe(200);
  });
});

describe('a wallet', () => {
  test('without funds is refused with that reason before the call is made', async () => {
    const { status, json } = await gateway.pay('/toy/echo', { text: 'hi', count: 2000 });
    expect([status, at(json, 'code')]).toEqual([402, 'PAYMENT_UNFUNDED']);
    expect(at(json, 'message')).toMatch(/^The wallet 0x\w+ lacks funds: /);
    expect(gateway.calls.echo).toBeUndefined();
  });

  test('cannot spend its balance twice at the same time', async () => {
    await gateway.services.store.ledger.fund(gateway.wallet.address, 3000n);
    const answers = await Promise.all(Array.from({ length: 20 }, () => gateway.pay('/toy/echo', ask)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(gateway.calls.echo).toBe(3);
    expect(await gateway.services.store.ledger.balance(gateway.wallet.address)).toBe(0n);
  });
});

describe('a call that fails', () => {
  test('is not charged, and the same payment buys it when it is sent again', async () => {
    gateway.script('echo', () => {
      gateway.script('echo', () => ({ status: 200, body: { second: true } }));
      throw new Problem('out-of-paper');
    });
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header)).status).toBe(502);
    expect(await transfers()).toHaveLength(0);
    expect(at((await send(header, '/toy/shout')).json, 'code')).toBe('PAYMENT_REPLAY');
    expect((await send(header)).json).toEqual({ second: true });
    expect(await transfers()).toHaveLength(1);
  });

  test('is not charged when its handler throws or answers with an error, and tells no secret', async () => {
    gateway.script('echo', () => {
      throw new Error('secret');
    });
    const broken = await gateway.pay('/toy/echo', ask);
    expect([broken.status, broken.text]).toEqual([500, '{"error":"Internal Server Error"}']);
    gateway.script('echo', () => ({ status: 404, body: {} }));
    expect((await gateway.pay('/toy/echo', ask)).status).toBe(404);
    expect(await transfers()).toHaveLength(0);
  });
});

describe('a settlement', () => {
  test('that fails after the call withholds the answer', async () => {
    scripted = [async () => ({ outcome: 'failed', reason: 'secret' })];
    const { status, text, json, headers } = await gateway.pay('/toy/echo', ask);
    expect([status, at(json, 'error')]).toEqual([402, 'Payment settlement failed']);
    expect(text).not.toMatch(/secret|"echo":/);
    expect(JSON.parse(atob(headers.get('PAYMENT-RESPONSE') ?? ''))).toMatchObject({ success: false });
  });

  test('that fails makes its payer settle first, until a settlement succeeds', async () => {
    const fails = async () => ({ outcome: 'failed', reason: 'moved' }) as const;
    const story = { text: 'a b c' };
    scripted = [fails];
    // A stream has been delivered before its settlement fails.
    expect((await gateway.pay('/toy/story', story)).text).toContain('"word":"b"');
    for (let time = 0; time < 3; time += 1) {
      scripted = [fails];
      const { status, text } = await gateway.pay('/toy/story', story);
      expect([status, text.includes('"word"')]).toEqual([402, false]);
    }
    expect(gateway.calls.story).toBe(1);

    const paid = await gateway.pay('/toy/story', story);
    expect([paid.status, paid.text.includes('"word":"c"'), (await transfers()).length]).toEqual([200, true, 1]);
    scripted = [fails];
    expect((await gateway.pay('/toy/story', story)).status).toBe(200);
  });

  test('before a call that then fails owes its answer to the same request', async () => {
    scripted = [async () => ({ outcome: 'failed', reason: 'moved' })];
    await gateway.pay('/toy/echo', ask);
    gateway.script('echo', () => {
      throw new Problem('out-of-paper');
    });
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header)).status).toBeGreaterThanOrEqual(500);
    gateway.script('echo', () => ({ status: 200, body: { echo: 'hi' } }));
    expect([(await send(header)).status, (await transfers()).length]).toEqual([200, 1]);
  });

  test.each(['answers so', 'throws'])(
    'of unknown outcome (%s) is never answered with a fresh challenge',
    async (how) => {
      hidden = true;
      scripted = [
        async () => {
          if (how === 'throws') throw new Error('connection lost');
          return { outcome: 'unknown', reason: 'timeout' };
        },
      ];
      const header = await gateway.sign('/toy/echo', ask);
      for (let time = 0; time < 3; time += 1) {
        const { status, json, headers } = await send(header);
        expect([status, at(json, 'accepts'), headers.get('PAYMENT-REQUIRED')]).toEqual([503, undefined, null]);
      }
      hidden = false;
      expect((await send(header)).status).toBe(200);
      expect(await transfers()).toHaveLength(1);
    },
  );

  test('that turns out to have happened is owed, and never made twice', async () => {
    const { settler, store } = gateway.services;
    scripted = [
      async () => {
        const [claim] = await store.claims.unfinished();
        if (claim) await settler.settle(claim.payment, 'POST /toy/echo');
        return { outcome: 'unknown', reason: 'timeout' };
      },
    ];
    const header = await gateway.sign('/toy/echo', ask);
    expect((await send(header)).status).toBe(503);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(header)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await transfers()).toHaveLength(1);
  });

  test('releases its claim when the store fails after the call', async () => {
    const { claims } = gateway.services.store;
    const header = await gateway.sign('/toy/echo', ask);
    const { move } = claims;
    Object.assign(claims, { move: () => Promise.reject(new Error('disk full')) });
    expect((await send(header)).status).toBe(500);
    Object.assign(claims, { move });
    expect((await send(header)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });

  test('is released by the same process as soon as the store works again, without another request', async () => {
    const { claims } = gateway.services.store;
    const { move, claim } = claims;
    let id = '';
    const spied: typeof claim = async (request) => {
      id = request.id;
      return claim(request);
    };
    Object.assign(claims, { claim: spied, move: () => Promise.reject(new Error('disk full')) });
    expect((await send(await gateway.sign('/toy/echo', ask))).status).toBe(500);
    expect(await claims.find(id)).toMatchObject({ state: 'claimed' });
    Object.assign(claims, { claim, move });
    await expect.poll(() => claims.find(id)).toMatchObject({ state: 'released' });
  });

  test('is not looked up while the same request, which has come again, settles it', async () => {
    const { claims } = gateway.services.store;
    const header = await gateway.sign('/toy/echo', ask);
    const [settling, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const unknown = async () => ({ outcome: 'unknown', reason: 'offline' }) as const;
    const later = async () => {
      settling.resolve();
      const { find } = claims;
      const spied: typeof find = (id) => find(id).finally(looked.resolve);
      Object.assign(claims, { find: spied });
      await looked.promise;
      // It waits for the work on the payment that came before.
      await send(header);
      return { outcome: 'settled', txHash: '0xlater' } as const;
    };
    scripted = [unknown, later, later];
    expect((await send(header)).status).not.toBe(200);
    const again = send(header);
    await settling.promise;
    expect((await again).status).toBe(200);
    expect(at((await send(header)).json, 'code')).toBe('PAYMENT_REPLAY');
    expect(gateway.calls.echo).toBe(2);
  });

  test('whose funds have moved is unknown while the store fails, and then buys its call once', async () => {
    const { claims } = gateway.services.store;
    const { move } = claims;
    const header = await gateway.sign('/toy/echo', ask);
    let left = 2;
    const failing: typeof move = (id, from, ...rest) => {
      if (from.includes('settling') && left-- > 0) return Promise.reject(new Error('connection lost'));
      return move(id, from, ...rest);
    };
    Object.assign(claims, { move: failing });
    expect(at((await send(header)).json, 'accepts')).toBeUndefined();
    expect(await transfers()).toHaveLength(1);
    await expect.poll(() => left).toBeLessThan(0);
    await expect.poll(async () => (await send(header)).status).toBe(200);
    expect(await transfers()).toHaveLength(1);
  });
});
