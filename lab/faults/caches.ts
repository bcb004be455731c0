import type { Reply } from '@tollwright/runtime/operation/handler';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { paymentOf } from '../toolkit/messages.ts';
import type { Interceptor, WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { defineFaults } from './fault.ts';

/** Repeats the response to an earlier call with the same key; calls without a key are passed on. */
const caching =
  (
    key: (request: WireRequest) => string | undefined,
    keeps: (response: WireResponse, call: WireRequest) => boolean,
  ): (() => Interceptor) =>
  () => {
    const kept = new Map<string, WireResponse>();
    return async (request, forward) => {
      const name = key(request);
      const known = name === undefined ? undefined : kept.get(name);
      if (known) return known;
      const response = await forward(request);
      if (name !== undefined && keeps(response, request)) kept.set(name, response);
      return response;
    };
  };

const request = ({ method, url, body }: WireRequest): string => `${method} ${url} ${body}`;

/** Keeps the replies of a handler. */
const keeping = (id: string, key: (input: unknown) => string) =>
  wrapHandlers([id], (serve) => {
    const kept = new Map<string, Reply>();
    return async (call) => {
      const name = key(call);
      const reply = kept.get(name) ?? (await serve(call));
      kept.set(name, reply);
      return reply;
    };
  });

/** Cached responses that are used for a call they do not fit. */
export const caches = defineFaults('caches', [
  {
    name: 'caches challenges by path',
    rule: 'search.price.amount',
    only: ['search.*'],
    intercept: caching(
      (call) => (paymentOf(call) ? undefined : call.url),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'caches challenges by body, numbers ignored',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    intercept: caching(
      (call) => (paymentOf(call) ? undefined : request(call).replaceAll(/:\s*\d+/g, ':0')),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'serves a paid response from a cache to unpaid requests',
    rule: 'payment.replay.without-payment',
    level: 'paid',
    only: ['payment.*'],
    intercept: caching(request, ({ status }, call) => status === 200 && paymentOf(call) !== undefined),
  },
  {
    name: 'serves a paid response from a cache without settling the payment',
    rule: 'payment.settled.exactly-once',
    level: 'controlled',
    only: ['payment.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'POST' ? request(call) : undefined),
      ({ status }) => status === 200,
    ),
  },
  {
    name: 'caches the first response to a poll',
    rule: 'image-slow.settles-once',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status }) => status === 202,
    ),
  },
  {
    name: 'caches the response to a completed poll',
    rule: 'image-slow.already-settled',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status, body }) => status === 200 && body.includes('"settled"'),
    ),
  },
  {
    name: 'serves a completed poll from a cache to any wallet',
    rule: 'image-slow.payer-bound-later',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (call.method === 'GET' && call.url.includes('/images/generations/') ? call.url : undefined),
      ({ status, body }) => status === 200 && body.includes('already_settled'),
    ),
  },
  {
    name: 'caches the balance of a key',
    host: 'account',
    rule: 'account-speech-is-charged.charged',
    level: 'controlled',
    only: ['account-*', 'usage-*'],
    intercept: caching(
      (call) => (call.url.endsWith('/balance') ? String(call.headers.authorization) : undefined),
      () => true,
    ),
  },
  {
    name: 'caches one balance for all keys',
    host: 'account',
    rule: 'keys-apart.balance',
    level: 'controlled',
    only: ['keys-*'],
    alter: keeping('get-balance', () => ''),
  },
  {
    name: 'caches the usage of a key',
    host: 'account',
    rule: 'usage-counts.counted',
    level: 'controlled',
    only: ['usage-*'],
    intercept: caching(
      (call) => (call.url.includes('/usage') ? `${call.url} ${call.headers.authorization}` : undefined),
      () => true,
    ),
  },
  {
    name: 'caches decisions by state, questions ignored',
    host: 'account',
    rule: 'decide.response.answers-every-question',
    level: 'paid',
    only: ['decide.*'],
    alter: keeping('decide', (call) => JSON.stringify(Object(call).request.state)),
  },
]);
