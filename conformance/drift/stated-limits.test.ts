import { expect, test } from 'vitest';
import type { Operation } from '../contract/contract.ts';
import { referenceContract } from '../testing/reference/contract.ts';
import { limitInHeaders, limitsInDocument } from './stated-limits.ts';

test.each([
  [{ 'x-ratelimit-limit': '60' }, { count: 60 }],
  [{ 'ratelimit-limit': '100, 100;w=60' }, { count: 100 }],
  [{ 'ratelimit-policy': '100;w=60' }, { count: 100, window: 60 }],
  [{ 'ratelimit-policy': '"default";q=50;w=3600' }, { count: 50, window: 3600 }],
  [{ 'x-ratelimit-limit': 'many' }, undefined],
  [{}, undefined],
])('the limit in %j is %j', (headers, limit) => {
  expect(limitInHeaders(headers)).toEqual(limit);
});

const [first] = referenceContract.operations;
if (!first) throw new Error('The reference contract has an operation.');
const operation: Operation = { ...first, method: 'GET', path: '/api/v1/models' };
const hourly = { count: 100, window: 3600 };

test.each<[string, unknown, string, readonly object[]]>([
  ['a sentence of an OpenAPI description', openapi({ description: 'At most 100 requests per hour.' }), '', [hourly]],
  [
    'a response of an OpenAPI description',
    openapi({ responses: { 429: { description: '100 calls an hour' } } }),
    '',
    [hourly],
  ],
  ['an extension of an OpenAPI description', openapi({ 'x-rate-limit': { limit: 100, window: 3600 } }), '', [hourly]],
  [
    'another operation of an OpenAPI description',
    openapi({ description: 'At most 9 calls a day.' }, '/api/v1/jobs'),
    '',
    [],
  ],
  [
    'a line of a text',
    undefined,
    'GET /v1/models: 1,000 calls/minute\nPOST /v1/jobs: 5 calls a day',
    [{ count: 1000, window: 60 }],
  ],
  [
    'a list of limits',
    {
      limits: [
        { path: '/v1/models', limit: 100, per: 'hour' },
        { path: '/v1/jobs', max: 2, window: 1 },
      ],
    },
    '',
    [hourly],
  ],
  [
    'limits by path',
    { '/v1/models': '60 requests per second', '/v1/jobs': '2 requests per second' },
    '',
    [{ count: 60, window: 1 }],
  ],
  ['a path that ends alike', { path: '/models', limit: 100, window: 3600 }, '', []],
  ['a price', openapi({ description: 'It costs $5 per day, or 0.002 USD per call.' }), '', []],
  ['a size', openapi({ description: 'Returns 24 rows per day.' }), '', []],
])('of %s, the limits are read', (_, json, text, limits) => {
  expect(limitsInDocument({ json, text }, operation)).toEqual(limits);
});

function openapi(get: object, path = '/api/v1/models') {
  return { openapi: '3.1.0', paths: { [path]: { get } } };
}
