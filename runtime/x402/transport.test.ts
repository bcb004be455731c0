/** A host whose specification states another transport of payments than ours. */

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { HostDefinition, Reuse, TransportDefinition } from '../operation/host.ts';
import { Problem } from '../operation/problem.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';
import { at } from '../testing/read.ts';
import { testTransport } from '../testing/transport.ts';
import { decodeJson } from '../values/encoding.ts';

const transport: TransportDefinition = {
  challenge: { headers: { 'X-Terms': '{base64}', 'X-Quoted': 'terms="{base64}"' } },
  payment: { headers: ['X-Money', 'X-Coin'], versions: [2], encodings: ['base64'], maxLength: 2000 },
  refusals: { ...testTransport.refusals, unreadable: 'garbled', used: 'spent', amount: 'wrong-amount' },
  settles: 'after-upstream',
  claim: { uncharged: 'reusable', unanswered: 'reusable' },
  free: { never: [401, 402, 403], unpriced: [] },
  receipt: { ...testTransport.receipt, headers: { 'X-Receipt': 'settlement', 'X-Hash': 'transaction' } },
};

const host: HostDefinition = {
  ...toy,
  ...(toy.payment && { payment: { ...toy.payment, transport } }),
  errors: {
    ...toy.errors,
    garbled: { id: 'garbled', http: 400, body: { error: 'Garbled' } },
    spent: { id: 'spent', http: 409, body: { error: 'Spent' } },
  },
};

/** The host with another word on payments that are sent again. */
function reusing(reuse: Reuse): HostDefinition {
  const claim = { uncharged: reuse, unanswered: reuse };
  return { ...host, ...(host.payment && { payment: { ...host.payment, transport: { ...transport, claim } } }) };
}

const ask = { text: 'hi' };
let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startTestGateway({ host });
});
afterEach(() => gateway.close());

describe('the transport of a host', () => {
  test('names the headers of challenges, and the form of each', async () => {
    const { headers, json } = await gateway.send('/toy/echo', ask);
    const terms = headers.get('X-Terms') ?? '';
    expect(decodeJson(terms)).toMatchObject({ x402Version: 2, accepts: at(json, 'accepts') });
    const [, quoted = ''] = /^terms="(.*)"$/.exec(headers.get('X-Quoted') ?? '') ?? [];
    expect(decodeJson(quoted)).toEqual({ x402Version: 2, accepts: at(json, 'accepts') });
    expect(headers.get('PAYMENT-REQUIRED')).toBeNull();
    expect(at(json, 'message')).toContain('X-Money');
  });

  test('names the headers of payments and receipts', async () => {
    for (const name of ['X-Money', 'X-Coin']) {
      const paid = await gateway.send('/toy/echo', ask, { [name]: await gateway.sign('/toy/echo', ask) });
      const transaction = paid.headers.get('X-Hash');
      expect(decodeJson(paid.headers.get('X-Receipt') ?? '')).toMatchObject({ success: true, transaction });
      expect(paid.headers.get('PAYMENT-RESPONSE')).toBeNull();
    }
    const other = await gateway.send('/toy/echo', ask, {
      'PAYMENT-SIGNATURE': await gateway.sign('/toy/echo', ask),
    });
    expect(other.status).toBe(402);
  });

  test('names the error of each refusal; one that the host does not define is a plain 402', async () => {
    const header = await gateway.sign('/toy/echo', ask);
    const send = async (value: string, body: unknown = ask) => {
      const { status, json } = await gateway.send('/toy/echo', body, { 'X-Money': value });
      return [status, at(json, 'error')];
    };
    expect(await send('%')).toEqual([400, 'Garbled']);
    expect(await send('A'.repeat(2001))).toEqual([400, 'Garbled']);
    expect(await send(header, { ...ask, count: 5 })).toEqual([402, 'Payment Required']);
    expect(await send(header)).toEqual([200, undefined]);
    expect(await send(header)).toEqual([409, 'Spent']);
  });

  test('says whether the payment of a call that failed, or whose response was lost, may be sent again', async () => {
    const free = await startTestGateway({ host: reusing('used') });
    const usual = await startTestGateway({ host: reusing('reusable') });
    for (const [each, expected] of [[free, [409, 409]] as const, [usual, [200, 200]] as const]) {
      const header = async () => ({ 'X-Money': await each.sign('/toy/echo', ask) });
      each.script('echo', () => Promise.reject(new Problem('out-of-paper')));
      const uncharged = await header();
      expect((await each.send('/toy/echo', ask, uncharged)).status).toBe(502);
      each.script('echo', async (call) => {
        await each.services.payments.settle(call.claim ?? '', call);
        throw new Problem('out-of-paper');
      });
      const unanswered = await header();
      expect((await each.send('/toy/echo', ask, unanswered)).status).toBe(502);
      each.script('echo', () => ({ status: 200, body: {} }));
      const again = [];
      for (const payment of [uncharged, unanswered]) again.push(await each.send('/toy/echo', ask, payment));
      expect(again.map(({ status }) => status)).toEqual(expected);
      expect(again.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null]);
      expect(await each.services.store.ledger.transfers()).toHaveLength(expected[0] === 409 ? 1 : 2);
      await each.close();
    }
  });
});
