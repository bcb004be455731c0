/** Challenges, which the gateway makes once for calls of one route at the same price. */

import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { noHeaders } from '../http/headers.ts';
import type { IncomingCall } from '../http/request.ts';
import { constant, quoted } from '../money/formula.ts';
import type { HostDefinition } from '../operation/host.ts';
import { createMovableClock, systemClock } from '../system/clock.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';
import { host as toy } from '../testing/host.ts';
import { at } from '../testing/read.ts';
import { testTransport } from '../testing/transport.ts';
import { createAnswers } from './answers.ts';

const flat = constant({ amount: 5000n, breakdown: {} });
const host: HostDefinition = {
  ...toy,
  routes: toy.routes.map((route) => {
    if (route.operation.id === 'echo') return { ...route, quote: flat, limits: ['free'] };
    return route.operation.id === 'shout' ? { ...route, quote: flat } : route;
  }),
};
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

const asked: IncomingCall = {
  hasPaid: () => undefined,
  method: 'POST',
  path: '',
  query: '',
  headers: {},
  ip: '192.0.2.1',
  baseUrl: 'http://one.example',
  body: async () => Buffer.alloc(0),
  signal: new AbortController().signal,
};

let gateway: TestGateway;
afterEach(() => gateway.close());

async function challenge(origin: string, path: string) {
  const headers = { 'Content-Type': 'application/json' };
  const sent = new Request(`${origin}${path}`, { method: 'POST', headers, body: '{"text":"hi"}' });
  const response = await gateway.server.fetch(sent, { ip: '192.0.2.1' });
  return { headers: response.headers, json: await response.json() };
}

describe('a challenge at a price that was asked before', () => {
  test('names the address that was asked, and carries what is its own', async () => {
    gateway = await startTestGateway({ host });
    const first = await challenge('http://one.example', '/toy/echo');
    const second = await challenge('http://one.example', '/toy/echo');
    expect(second.json).toEqual(first.json);
    const left = [first, second].map(({ headers }) => headers.get('X-RateLimit-Remaining'));
    expect(left).toEqual(['2', '1']);

    const elsewhere = await challenge('http://two.example', '/toy/echo');
    expect(at(elsewhere.json, 'resource', 'url')).toBe('http://two.example/toy/echo');
    expect(elsewhere.headers.get('PAYMENT-REQUIRED')).not.toBe(first.headers.get('PAYMENT-REQUIRED'));
    // Another route at the price of the same quote.
    const shouted = await challenge('http://one.example', '/toy/shout');
    expect(at(shouted.json, 'resource')).toMatchObject({
      url: 'http://one.example/toy/shout',
      description: 'Serve shout',
    });
  });

  test('has a recent block on Solana', async () => {
    const clock = createMovableClock(systemClock);
    const payment = {
      scheme: 'exact' as const,
      transport: testTransport,
      network,
      asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      decimals: 6,
    };
    const payTo = 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA';
    gateway = await startTestGateway({ host: { ...host, payment: { ...payment, window: 300 } }, payTo, clock });
    const blockOf = async () =>
      at((await challenge('http://one.example', '/toy/shout')).json, 'accepts', 0, 'extra', 'recentBlockhash');
    const before = await blockOf();
    clock.advance(60);
    expect(await blockOf()).not.toBe(before);
  });

  test('is that of a gateway which was never asked', async () => {
    gateway = await startTestGateway({ host });
    const { services } = gateway;
    const call = fc.record({
      route: fc.constantFrom(...host.routes),
      path: fc.constantFrom('/a', '/b'),
      origin: fc.constantFrom<Record<string, string>[]>({}, { origin: 'https://page.example' }),
      headers: fc.constantFrom(noHeaders, { 'X-RateLimit-Remaining': '1' }, { 'X-RateLimit-Remaining': '2' }),
      amount: fc.constantFrom(0n, 5000n),
      breakdown: fc.constantFrom({}, { fee: '0.001' }, { fee: '0.002' }),
      details: fc.constantFrom(undefined, { estimate: { seconds: 1 } }, { estimate: { seconds: 2 } }),
    });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), (calls) => {
        const answers = createAnswers(host, services);
        for (const { route, path, origin, headers, amount, breakdown, details } of calls) {
          const quote = quoted(amount, () => ({ breakdown, ...(details && { details }) }));
          const context = { incoming: { ...asked, path, headers: origin }, route, headers };
          expect(answers.challenge(context, quote)).toEqual(createAnswers(host, services).challenge(context, quote));
        }
      }),
    );
  });
});
