import type { Reply } from '@tollwright/runtime/operation';
import { handling } from '../toolkit/alter.ts';
import type { Front, WireAnswer, WireCall } from '../toolkit/front.ts';
import { family } from './fault.ts';
import { paymentOf } from './wire.ts';

/** Answers calls from what was answered before to calls with the same key; those without a key are passed on. */
const caching =
  (
    key: (call: WireCall) => string | undefined,
    keeps: (answer: WireAnswer, call: WireCall) => boolean,
  ): (() => Front) =>
  () => {
    const kept = new Map<string, WireAnswer>();
    return async (call, send) => {
      const name = key(call);
      const known = name === undefined ? undefined : kept.get(name);
      if (known) return known;
      const answer = await send(call);
      if (name !== undefined && keeps(answer, call)) kept.set(name, answer);
      return answer;
    };
  };

const request = ({ method, url, body }: WireCall): string => `${method} ${url} ${body}`;

/** Keeps the replies of a handler. */
const keeping = (id: string, key: (input: unknown) => string) =>
  handling([id], (serve) => {
    const kept = new Map<string, Reply>();
    return async (call) => {
      const name = key(call);
      const reply = kept.get(name) ?? (await serve(call));
      kept.set(name, reply);
      return reply;
    };
  });

/** Answers that are given again where they no longer fit. */
export const caches = family('caches', [
  {
    name: 'a challenge that is kept for its path',
    rule: 'search.price.amount',
    only: ['search.*'],
    front: caching(
      (call) => (paymentOf(call) ? undefined : call.url),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'a challenge that is kept for its body without numbers',
    rule: 'generate-image.price.amount',
    only: ['generate-image.*'],
    front: caching(
      (call) => (paymentOf(call) ? undefined : request(call).replaceAll(/:\s*\d+/g, ':0')),
      ({ status }) => status === 402,
    ),
  },
  {
    name: 'a paid answer for whoever asks the same without paying',
    rule: 'payment.replay.without-payment',
    level: 'paid',
    only: ['payment.*'],
    front: caching(request, ({ status }, call) => status === 200 && paymentOf(call) !== undefined),
  },
  {
    name: 'a paid answer for whoever pays for the same, without taking the payment',
    rule: 'payment.settled.exactly-once',
    level: 'controlled',
    only: ['payment.*'],
    front: caching(
      (call) => (paymentOf(call) && call.method === 'POST' ? request(call) : undefined),
      ({ status }) => status === 200,
    ),
  },
  {
    name: 'a poll whose first answer is kept',
    rule: 'image-slow.settles-once',
    level: 'controlled',
    only: ['image-slow.*'],
    front: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status }) => status === 202,
    ),
  },
  {
    name: 'a completed poll whose answer is kept',
    rule: 'image-slow.already-settled',
    level: 'controlled',
    only: ['image-slow.*'],
    front: caching(
      (call) => (paymentOf(call) && call.method === 'GET' ? call.url : undefined),
      ({ status, text }) => status === 200 && text.includes('"settled"'),
    ),
  },
  {
    name: 'a completed poll for whoever knows its URL',
    rule: 'image-slow.payer-bound-later',
    level: 'controlled',
    only: ['image-slow.*'],
    front: caching(
      (call) => (call.method === 'GET' && call.url.includes('/images/generations/') ? call.url : undefined),
      ({ status, text }) => status === 200 && text.includes('already_settled'),
    ),
  },
  {
    name: 'a balance that is kept',
    host: 'account',
    rule: 'account-speech-is-charged.charged',
    level: 'controlled',
    only: ['account-*', 'usage-*'],
    front: caching(
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
    front: caching(
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
