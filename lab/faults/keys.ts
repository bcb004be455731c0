import { interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import type { WireRequest } from '../toolkit/proxy.ts';
import { changeRoutes } from '../toolkit/routes.ts';
import { overrideAccounts } from '../toolkit/services.ts';
import { defineFaults, type FaultDefinition } from './fault.ts';

const only = ['account.*'];
const bearer = (request: WireRequest): string => /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';

/** Keys that are taken for another one that they resemble. */
const resembling = (name: string, likeness: (key: string) => string): FaultDefinition => ({
  name,
  host: 'account',
  rule: 'account.key.invalid',
  level: 'controlled',
  only,
  intercept: () => {
    const known = new Map<string, string>();
    return async (request, forward) => {
      const response = await forward(request);
      const key = bearer(request);
      if (key !== '' && response.status === 200) known.set(likeness(key), key);
      const right = known.get(likeness(key));
      if (response.status !== 401 || !right) return response;
      return forward({ ...request, headers: { ...request.headers, authorization: `Bearer ${right}` } });
    };
  },
});

/** A key of the gateway itself for calls that come without one. */
const ownKey = (name: string, rule: string, needs: (request: WireRequest) => boolean): FaultDefinition => ({
  name,
  host: 'account',
  rule,
  only,
  alter: overrideAccounts((accounts, { services: { store } }) => {
    const house = store.accounts.create({ id: 'acct_house', key: 'sk_house', balance: 10n ** 9n });
    return {
      async authenticate(headers) {
        await house.catch(() => undefined);
        if (headers['x-house']) return accounts.authenticate({ authorization: 'Bearer sk_house' });
        return accounts.authenticate(headers);
      },
    };
  }),
  intercept: interceptRequests((request) =>
    needs(request) ? { ...request, headers: { ...request.headers, 'x-house': '1' } } : request,
  ),
});

/** Callers who are admitted without a valid key, or charged to a different account. */
export const keys = defineFaults('keys', [
  resembling('compares only the first eight characters of a key', (key) => key.slice(0, 8)),
  resembling('ignores the last character of a key', (key) => key.slice(0, -1)),
  resembling('compares keys without regard to case', (key) => key.toLowerCase()),
  resembling('accepts a key followed by other characters', (key) => key.slice(0, 24)),
  ownKey('accepts any key', 'account.key.invalid', (request) => bearer(request) !== ''),
  ownKey('accepts any key of more than 12 characters', 'account.key.invalid', (request) => bearer(request).length > 12),
  ownKey('accepts calls without a key', 'account.key.missing', ({ headers }) => headers.authorization === undefined),
  ownKey(
    'exports usage without a key',
    'account.key.missing',
    ({ headers, url }) => headers.authorization === undefined && url.includes('.csv'),
  ),
  ownKey('accepts `undefined` as a key', 'account.key.invalid', (request) => bearer(request) === 'undefined'),
  ownKey('accepts an empty key', 'account.key.invalid', ({ headers }) => headers.authorization?.trim() === 'Bearer'),
  ownKey('accepts Basic authentication in place of a key', 'account.key.invalid', ({ headers }) =>
    /^Basic /i.test(headers.authorization ?? ''),
  ),
  {
    name: 'returns 403 for a missing key',
    host: 'account',
    rule: 'account.key.missing',
    only,
    intercept: interceptResponses((response) => (response.status === 401 ? { ...response, status: 403 } : response)),
  },
  {
    name: 'returns a payment challenge for a missing key',
    host: 'account',
    rule: 'account.payment.no-challenge',
    only,
    intercept: interceptResponses((response) =>
      response.status === 401
        ? { ...response, status: 402, body: '{"x402Version":2,"accepts":[{"scheme":"exact"}]}' }
        : response,
    ),
  },
  {
    name: 'requires a balance for free decisions',
    host: 'account',
    rule: 'decide-without-balance.answers',
    level: 'controlled',
    only: ['decide-*'],
    alter: overrideAccounts((accounts) => ({
      async authenticate(headers) {
        const account = await accounts.authenticate(headers);
        return account;
      },
    })),
    intercept:
      ({ services }) =>
      async (request, forward) => {
        const account = await services.store.accounts.findByKey(bearer(request));
        if (request.url.endsWith('/decide') && account && account.balance <= 0n)
          return {
            status: 402,
            headers: { 'content-type': 'application/json' },
            body: '{"error":"Insufficient balance"}',
          };
        return forward(request);
      },
  },
  {
    name: 'requires a key for a free catalog',
    rule: 'payment.free.no-challenge',
    only: ['payment.free.*', '*.exists'],
    intercept: () => async (request, forward) =>
      request.url.endsWith('/images/models') && request.headers.authorization === undefined
        ? { status: 401, headers: {}, body: '{"error":"Unauthorized"}' }
        : forward(request),
  },
  {
    name: 'serves a paid operation for free',
    rule: 'payment.challenge.required',
    only: ['payment.challenge.*'],
    alter: changeRoutes('lookup-phone', (route) => ({ ...route, auth: 'none' })),
  },
  {
    name: 'returns 401 instead of a challenge for a paid operation',
    rule: 'payment.challenge.required',
    only: ['payment.challenge.*'],
    intercept: interceptResponses((response, request) =>
      response.status === 402 && request.url.includes('/search') ? { ...response, status: 401 } : response,
    ),
  },
]);
