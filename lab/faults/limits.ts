import type { Parts } from '#gateway/start.ts';
import { errors } from '#generated/errors.ts';
import { interceptResponses } from '../toolkit/interceptors.ts';
import type { Interceptor, WireRequest } from '../toolkit/proxy.ts';
import { changeLimit } from '../toolkit/routes.ts';
import { defineFaults } from './fault.ts';

const exceeded = JSON.stringify(errors['metadata-limit']?.body);

const over = (reset: number) => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'x-ratelimit-reset': String(reset) },
  body: exceeded,
});

/** Counts model reads by a different key than the gateway does. */
const counting = (key: (request: WireRequest) => string) => ({
  alter: changeLimit('catalog-reads', (limit) => ({ ...limit, count: 1e9 })),
  intercept: ({ services: { clock } }: Parts): Interceptor => {
    const counts = new Map<string, number>();
    return async (request, forward) => {
      if (!/\/v1\/(\w+\/)?models(\?|$)|\/pricing$/.test(request.url)) return forward(request);
      const window = Math.floor(clock.now() / 3_600_000);
      const name = `${request.url.split('?')[0]} ${window} ${key(request)}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count > 100 ? over((window + 1) * 3_600_000) : forward(request);
    };
  },
});

const only = ['limits.*', '*.errors.metadata-limit'];
const rule = 'limits.catalog-reads.list-models';

/** Limits that count the wrong thing, or never end. */
export const limits = defineFaults('limits', [
  {
    name: 'allows one call more than the rate limit',
    rule,
    level: 'controlled',
    only,
    alter: changeLimit('catalog-reads', (limit) => ({ ...limit, count: limit.count + 1 })),
  },
  {
    name: 'allows one call less than the rate limit',
    rule,
    level: 'controlled',
    only,
    alter: changeLimit('catalog-reads', (limit) => ({ ...limit, count: limit.count - 1 })),
  },
  {
    name: 'counts a rate limit by User-Agent',
    rule,
    level: 'controlled',
    only,
    ...counting(({ headers }) => headers['user-agent'] ?? ''),
  },
  {
    name: 'counts a rate limit by all headers of the request',
    rule,
    level: 'controlled',
    only,
    ...counting(({ headerNames, headers }) => `${headerNames} ${Object.values(headers)}`),
  },
  {
    name: 'never resets a rate limit',
    rule,
    level: 'controlled',
    only,
    intercept: () => {
      const used = new Set<string>();
      return async (request, forward) => {
        const response = await forward(request);
        if (response.status === 429) used.add(request.url);
        return used.has(request.url) && response.status !== 429 ? over(Date.now()) : response;
      };
    },
  },
  {
    name: 'resets a rate limit only after a day',
    rule,
    level: 'controlled',
    only,
    alter: changeLimit('catalog-reads', (limit) => ({ ...limit, window: 86_400 })),
  },
  {
    name: 'returns 503 instead of 429 at a rate limit',
    rule,
    level: 'controlled',
    only,
    intercept: interceptResponses((response) => (response.status === 429 ? { ...response, status: 503 } : response)),
  },
  {
    name: 'counts the limit of decisions by IP address',
    host: 'account',
    rule: 'limits.decisions.decide',
    level: 'controlled',
    only: ['limits.decisions.*', 'decide*'],
    alter: changeLimit('decisions', (limit) => ({ ...limit, key: 'ip' })),
  },
  {
    name: 'applies the exhausted limit of one key to all keys',
    host: 'account',
    rule: 'limits.decisions.decide',
    level: 'controlled',
    only: ['limits.decisions.*'],
    intercept: ({ services: { clock } }) => {
      let until = 0;
      return async (request, forward) => {
        if (!request.url.endsWith('/decide')) return forward(request);
        if (clock.now() < until)
          return {
            ...over(until),
            headers: { ...over(until).headers, 'retry-after': '60', 'x-ratelimit-remaining': '0' },
          };
        const response = await forward(request);
        if (response.status === 429) until = clock.now() + 3_600_000;
        return response;
      };
    },
  },
  {
    name: 'omits Retry-After when the limit of decisions is exhausted',
    host: 'account',
    rule: 'decide-limit.says-when',
    level: 'controlled',
    only: ['limits.decisions.*', 'decide.errors.*', 'decide-limit.*'],
    intercept: interceptResponses((response) =>
      response.status === 429 ? { status: 429, headers: { 'x-ratelimit-remaining': '0' }, body: exceeded } : response,
    ),
  },
]);
