import type { LimitDefinition } from '@tollwright/runtime/operation';
import type { Parts } from '#gateway/start.ts';
import type { Alter } from '../toolkit/alter.ts';
import type { Front, WireCall } from '../toolkit/front.ts';
import { family } from './fault.ts';
import { changing } from './wire.ts';

const limited =
  (id: string, change: (limit: LimitDefinition) => LimitDefinition): Alter =>
  (parts) => {
    const limit = parts.host.limits[id];
    if (!limit) throw new Error(`The host has no limit ${id}.`);
    return { ...parts, host: { ...parts.host, limits: { ...parts.host.limits, [id]: change(limit) } } };
  };

const over = (reset: number) => ({
  status: 429,
  headers: { 'content-type': 'application/json', 'x-ratelimit-reset': String(reset) },
  text: '{"error":"Rate limit exceeded"}',
});

/** Counts model reads by a key of its own, in place of the gateway's. */
const counting = (key: (call: WireCall) => string) => ({
  alter: limited('catalog-reads', (limit) => ({ ...limit, count: 1e9 })),
  front: ({ services: { clock } }: Parts): Front => {
    const counts = new Map<string, number>();
    return async (call, send) => {
      if (!/\/v1\/(\w+\/)?models(\?|$)|\/pricing$/.test(call.url)) return send(call);
      const window = Math.floor(clock.now() / 3_600_000);
      const name = `${call.url.split('?')[0]} ${window} ${key(call)}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count > 100 ? over((window + 1) * 3_600_000) : send(call);
    };
  },
});

const only = ['limits.*', '*.errors.metadata-limit'];
const rule = 'limits.catalog-reads.list-models';

/** Limits that count the wrong thing, or never end. */
export const limits = family('limits', [
  {
    name: 'a rate limit off by one',
    rule,
    level: 'controlled',
    only,
    alter: limited('catalog-reads', (limit) => ({ ...limit, count: limit.count + 1 })),
  },
  {
    name: 'a rate limit one call early',
    rule,
    level: 'controlled',
    only,
    alter: limited('catalog-reads', (limit) => ({ ...limit, count: limit.count - 1 })),
  },
  {
    name: 'a limit for each user agent',
    rule,
    level: 'controlled',
    only,
    ...counting(({ headers }) => headers['user-agent'] ?? ''),
  },
  {
    name: 'a limit for each list of headers',
    rule,
    level: 'controlled',
    only,
    ...counting(({ spelled, headers }) => `${spelled} ${Object.values(headers)}`),
  },
  {
    name: 'a limit that does not end with its window',
    rule,
    level: 'controlled',
    only,
    front: () => {
      const used = new Set<string>();
      return async (call, send) => {
        const answer = await send(call);
        if (answer.status === 429) used.add(call.url);
        return used.has(call.url) && answer.status !== 429 ? over(Date.now()) : answer;
      };
    },
  },
  {
    name: 'a limit whose window lasts a day',
    rule,
    level: 'controlled',
    only,
    alter: limited('catalog-reads', (limit) => ({ ...limit, window: 86_400 })),
  },
  {
    name: 'a limit that is told with 503',
    rule,
    level: 'controlled',
    only,
    front: changing((answer) => (answer.status === 429 ? { ...answer, status: 503 } : answer)),
  },
  {
    name: 'decisions that are counted by address',
    host: 'account',
    rule: 'limits.decisions.decide',
    level: 'controlled',
    only: ['limits.decisions.*', 'decide*'],
    alter: limited('decisions', (limit) => ({ ...limit, key: 'ip' })),
  },
  {
    name: 'decisions that are limited for all once one key has used its own up',
    host: 'account',
    rule: 'limits.decisions.decide',
    level: 'controlled',
    only: ['limits.decisions.*'],
    front: ({ services: { clock } }) => {
      let until = 0;
      return async (call, send) => {
        if (!call.url.endsWith('/decide')) return send(call);
        if (clock.now() < until)
          return {
            ...over(until),
            headers: { ...over(until).headers, 'retry-after': '60', 'x-ratelimit-remaining': '0' },
          };
        const answer = await send(call);
        if (answer.status === 429) until = clock.now() + 3_600_000;
        return answer;
      };
    },
  },
  {
    name: 'a refusal of decisions that does not say when to retry',
    host: 'account',
    rule: 'decide-limit.says-when',
    level: 'controlled',
    only: ['limits.decisions.*', 'decide.errors.*', 'decide-limit.*'],
    front: changing((answer) =>
      answer.status === 429
        ? { status: 429, headers: { 'x-ratelimit-remaining': '0' }, text: '{"error":"Rate limit exceeded"}' }
        : answer,
    ),
  },
]);
