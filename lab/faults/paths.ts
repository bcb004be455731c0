import { interceptRequests, interceptResponses } from '../toolkit/interceptors.ts';
import { defineFaults } from './fault.ts';

/** Serves calls whose path matches as if it were another one. */
const alias = (pattern: RegExp, path: string, only?: 'POST') =>
  interceptRequests((request) =>
    only && request.method !== only ? request : { ...request, url: request.url.replace(pattern, path) },
  );

/** Paths that are served although nobody stated them. */
export const paths = defineFaults('paths', [
  {
    name: 'a retired host that says so',
    host: 'xrp',
    rule: 'http.retired',
    only: ['http.*'],
    intercept: interceptResponses((response) => ({ ...response, status: 410 })),
  },
  {
    name: 'the bare prefix served too',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\//, '/api/v1/'),
  },
  {
    name: 'the bare prefix served to POST',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\//, '/api/v1/', 'POST'),
  },
  {
    name: 'the bare prefix served with a slash at the end',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: alias(/^\/v1\/(.*)\/$/, '/api/v1/$1'),
  },
  {
    name: 'the bare prefix redirected',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    intercept: () => async (request, forward) =>
      request.url.startsWith('/v1/')
        ? { status: 308, headers: { location: `/api${request.url}` }, body: '' }
        : forward(request),
  },
  {
    name: 'paths that are found by their beginning',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: alias(/^(\/api\/v1\/(?:search|models|images\/models|phone\/lookup))\/.*$/, '$1'),
  },
  {
    name: 'a page for people on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response, request) =>
      response.status === 404 && !request.url.startsWith('/api/')
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Welcome</h1>' }
        : response,
    ),
  },
  {
    name: 'every DELETE done, whatever the path',
    rule: 'characters.no-delete',
    only: ['characters.*'],
    intercept: interceptResponses((response, request) =>
      request.method === 'DELETE' ? { ...response, status: 204, body: '' } : response,
    ),
  },
  {
    name: 'a method that is not allowed on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response, request) =>
      response.status === 404 && request.method === 'POST' ? { ...response, status: 405 } : response,
    ),
  },
  {
    name: 'a crash on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    intercept: interceptResponses((response) => (response.status === 404 ? { ...response, status: 500 } : response)),
  },
]);
