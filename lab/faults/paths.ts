import { interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import { defineFaults } from './fault.ts';

/** Serves calls whose path matches as if it were another one. */
const alias = (pattern: RegExp, path: string, only?: 'POST') =>
  interceptRequests((request) =>
    only && request.method !== only ? request : { ...request, url: request.url.replace(pattern, path) },
  );

/** Paths that are served although the documents do not state them. */
export const paths = defineFaults('paths', [
  {
    name: 'returns 410 on a retired host',
    host: 'xrp',
    rule: 'http.retired',
    only: ['http.*'],
    intercept: interceptResponses((response) => ({ ...response, status: 410 })),
  },
  {
    name: 'serves operations under /v1 as well',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\//, '/api/v1/'),
  },
  {
    name: 'serves POST requests under /v1 as well',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\//, '/api/v1/', 'POST'),
  },
  {
    name: 'serves /v1 paths that end with a slash',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\/(.*)\/$/, '/api/v1/$1'),
  },
  {
    name: 'redirects /v1 paths',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: () => async (request, forward) =>
      request.url.startsWith('/v1/')
        ? { status: 308, headers: { location: `/api${request.url}` }, body: '' }
        : forward(request),
  },
  {
    name: 'serves every path that begins with a known one',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: alias(/^(\/api\/v1\/(?:search|models|images\/models|phone\/lookup))\/.*$/, '$1'),
  },
  {
    name: 'returns an HTML page for unknown paths',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response, request) =>
      response.status === 404 && !request.url.startsWith('/api/')
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }
        : response,
    ),
  },
  {
    name: 'returns 204 for every DELETE',
    rule: 'characters.no-delete',
    only: ['characters.*'],
    intercept: interceptResponses((response, request) =>
      request.method === 'DELETE' ? { ...response, status: 204, body: '' } : response,
    ),
  },
  {
    name: 'lists assets under the lower-case address of their wallet alone',
    rule: 'characters.address-spelling',
    level: 'controlled',
    only: ['characters.*'],
    intercept: alias(/(?<=\/wallet\/)0x[0-9a-f]*[A-F]\w*/, `0x${'0'.repeat(40)}`),
  },
  {
    name: 'returns 405 for unknown paths',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response, request) =>
      response.status === 404 && request.method === 'POST' ? { ...response, status: 405 } : response,
    ),
  },
  {
    name: 'returns 500 for unknown paths',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response) => (response.status === 404 ? { ...response, status: 500 } : response)),
  },
  {
    name: 'serves an on-chain query by GET without a payment',
    rule: 'onchain-by-get.not-free',
    everywhere: true,
    only: ['onchain-by-get.*', 'get-crypto-data.*'],
    intercept: interceptResponses((response, request) =>
      request.method === 'GET' && /\/onchain\/(?:sql|query)(?:\?|$)/.test(request.url)
        ? { status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":[]}' }
        : response,
    ),
  },
]);
