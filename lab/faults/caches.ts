import type { Reply } from '@tollwright/runtime/operation';
import { wrapHandlers } from '../toolkit/handlers.ts';
import { paymentOf } from '../toolkit/messages.ts';
import type { Interceptor, WireRequest, WireResponse } from '../toolkit/proxy.ts';
import { defineFaults } from './fault.ts';

/** Answers calls from what was answered before to calls with the same key; those without a key are passed on. */
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

/** Answers that are given again where they no longer fit. */
export const caches = defineFaults('caches', [
  {
    name: 'a challenge that is kept for its path',
    rule: 'search.price.amount',
    only: ['search.*'],
    intercept: caching(
      (call) => (paymentOf(call) ? undefined : call.url),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'a challenge that is kept for its body without numbers',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    intercept: caching(
      (call) => (paymentOf(call) ? undefined : request(call).replaceAll(/:\s*\d+/g, ':0')),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'a paid response for whoever asks the same without paying',
    rule: 'payment.replay.without-payment',
    level: 'paid',
    only: ['payment.*'],
    intercept: caching(request, ({ status }, call) => status === 200 && paymentOf(call) !== undefined),
  },
  {
    name: 'a paid response for whoever pays for the same, without taking the payment',
    rule: 'payment.settled.exactly-once',
    level: 'controlled',
    only: ['payment.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'POST' ? request(call) : undefined),
      ({ status }) => status === 200,
    ),
  },
  {
    name: 'a poll whose first response is kept',
    rule: 'image-slow.settles-once',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status }) => status === 202,
    ),
  },
  {
    name: 'a completed poll whose response is kept',
    rule: 'image-slow.already-settled',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status, body }) => status === 200 && body.includes('"settled"'),
    ),
  },
  {
    name: 'a completed poll for whoever knows its URL',
    rule: 'image-slow.payer-bound-later',
    level: 'controlled',
    only: ['image-slow.*'],
    intercept: caching(
      (call) => (call.method === 'GET' && call.url.includes('/images/generations/') ? call.url : undefined),
      ({ status, body }) => status === 200 && body.includes('already_settled'),
    ),
  },
  {
    name: 'a balance that is kept',
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
    name: 'a balance that is kept for all keys',
    host: 'account',
    rule: 'keys-apart.balance',
    level: 'controlled',
    only: ['keys-*'],
    alter: keeping('get-balance', () => ''),
  },
  {
    name: 'usage that is kept',
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
    name: 'decisions that are kept for their state',
    host: 'account',
    rule: 'decide.response.answers-every-question',
    level: 'paid',
    only: ['decide.*'],
    alter: keeping('decide', (call) => JSON.stringify(Object(call).request.state)),
  },
]);
