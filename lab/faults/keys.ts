import { withAccounts, withRoute } from '../toolkit/alter.ts';
import type { WireCall } from '../toolkit/front.ts';
import { type Described, family } from './fault.ts';
import { changing, sending } from './wire.ts';

const only = ['account.*'];
const bearer = (call: WireCall): string => /^Bearer (\S+)$/.exec(call.headers.authorization ?? '')?.[1] ?? '';

/** Keys that are taken for another one that they resemble. */
const resembling = (name: string, likeness: (key: string) => string): Described => ({
  name,
  host: 'account',
  rule: 'account.key.invalid',
  level: 'controlled',
  only,
  front: () => {
    const known = new Map<string, string>();
    return async (call, send) => {
      const answer = await send(call);
      const key = bearer(call);
      if (key !== '' && answer.status === 200) known.set(likeness(key), key);
      const right = known.get(likeness(key));
      if (answer.status !== 401 || !right) return answer;
      return send({ ...call, headers: { ...call.headers, authorization: `Bearer ${right}` } });
    };
  },
});

/** A key of the gateway itself for calls that come without one. */
const ownKey = (name: string, rule: string, needs: (call: WireCall) => boolean): Described => ({
  name,
  host: 'account',
  rule,
  only,
  alter: withAccounts((accounts, { services: { store } }) => {
    const house = store.accounts.create({ id: 'acct_house', key: 'sk_house', balance: 10n ** 9n });
    return {
      async authenticate(headers) {
        await house.catch(() => undefined);
        if (headers['x-house']) return accounts.authenticate({ authorization: 'Bearer sk_house' });
        return accounts.authenticate(headers);
      },
    };
  }),
  front: sending((call) => (needs(call) ? { ...call, headers: { ...call.headers, 'x-house': '1' } } : call)),
});

/** Callers who are let in, or whose account is another one. */
export const keys = family('keys', [
  resembling('a key that is compared by its first eight characters', (key) => key.slice(0, 8)),
  resembling('a key that is compared without its last character', (key) => key.slice(0, -1)),
  resembling('a key that is compared in any case', (key) => key.toLowerCase()),
  resembling('a key with anything after it', (key) => key.slice(0, 24)),
  ownKey('any key', 'account.key.invalid', (call) => bearer(call) !== ''),
  ownKey('any key of a likely length', 'account.key.invalid', (call) => bearer(call).length > 12),
  ownKey('a call without a key', 'account.key.missing', ({ headers }) => headers.authorization === undefined),
  ownKey(
    'a usage export without a key',
    'account.key.missing',
    ({ headers, url }) => headers.authorization === undefined && url.includes('.csv'),
  ),
  ownKey('a key that is the word undefined', 'account.key.invalid', (call) => bearer(call) === 'undefined'),
  ownKey('an empty key', 'account.key.invalid', ({ headers }) => headers.authorization?.trim() === 'Bearer'),
  ownKey('a password in place of a key', 'account.key.invalid', ({ headers }) =>
    /^Basic /i.test(headers.authorization ?? ''),
  ),
  {
    name: 'a missing key that is answered with 403',
    host: 'account',
    rule: 'account.key.missing',
    only,
    front: changing((answer) => (answer.status === 401 ? { ...answer, status: 403 } : answer)),
  },
  {
    name: 'a missing key that is answered with a payment challenge',
    host: 'account',
    rule: 'account.payment.no-challenge',
    only,
    front: changing((answer) =>
      answer.status === 401
        ? { ...answer, status: 402, text: '{"x402Version":2,"accepts":[{"scheme":"exact"}]}' }
        : answer,
    ),
  },
  {
    name: 'decisions that need a balance',
    host: 'account',
    rule: 'decide-without-balance.answers',
    level: 'controlled',
    only: ['decide-*'],
    alter: withAccounts((accounts) => ({
      async authenticate(headers) {
        const account = await accounts.authenticate(headers);
        return account;
      },
    })),
    front:
      ({ services }) =>
      async (call, send) => {
        const account = await services.store.accounts.findByKey(bearer(call));
        if (call.url.endsWith('/decide') && account && account.balance <= 0n)
          return {
            status: 402,
            headers: { 'content-type': 'application/json' },
            text: '{"error":"Insufficient balance"}',
          };
        return send(call);
      },
  },
  {
    name: 'a free catalog that asks for a key',
    rule: 'payment.free.no-challenge',
    only: ['payment.free.*', '*.exists'],
    front: () => async (call, send) =>
      call.url.endsWith('/images/models') && call.headers.authorization === undefined
        ? { status: 401, headers: {}, text: '{"error":"Unauthorized"}' }
        : send(call),
  },
  {
    name: 'a paid operation that is free',
    rule: 'payment.challenge.required',
    only: ['payment.challenge.*'],
    alter: (parts) => withRoute(parts, 'lookup-phone', (route) => ({ ...route, auth: 'none' })),
  },
  {
    name: 'a paid operation that a key opens',
    rule: 'payment.challenge.required',
    only: ['payment.challenge.*'],
    front: changing((answer, call) =>
      answer.status === 402 && call.url.includes('/search') ? { ...answer, status: 401 } : answer,
    ),
  },
]);
