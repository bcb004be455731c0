import { family } from './fault.ts';
import { changing, sending } from './wire.ts';

/** Serves calls whose path matches as if it were another one. */
const alias = (pattern: RegExp, path: string, only?: 'POST') =>
  sending((call) => (only && call.method !== only ? call : { ...call, url: call.url.replace(pattern, path) }));

/** Paths that are served although nobody stated them. */
export const paths = family('paths', [
  {
    name: 'a retired host that says so',
    host: 'xrp',
    rule: 'http.retired',
    only: ['http.*'],
    front: changing((answer) => ({ ...answer, status: 410 })),
  },
  {
    name: 'the bare prefix served too',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    front: alias(/^\/v1\//, '/api/v1/'),
  },
  {
    name: 'the bare prefix served to POST',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    front: alias(/^\/v1\//, '/api/v1/', 'POST'),
  },
  {
    name: 'the bare prefix served with a slash at the end',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    front: alias(/^\/v1\/(.*)\/$/, '/api/v1/$1'),
  },
  {
    name: 'the bare prefix redirected',
    rule: 'http.absent-prefix',
    only: ['http.*'],
    front: () => async (call, send) =>
      call.url.startsWith('/v1/') ? { status: 308, headers: { location: `/api${call.url}` }, text: '' } : send(call),
  },
  {
    name: 'paths that are found by their beginning',
    rule: 'http.unknown-path',
    only: ['http.*'],
    front: alias(/^(\/api\/v1\/(?:search|models|images\/models|phone\/lookup))\/.*$/, '$1'),
  },
  {
    name: 'a page for people on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    front: changing((answer, call) =>
      answer.status === 404 && !call.url.startsWith('/api/')
        ? { status: 200, headers: { 'content-type': 'text/html' }, text: '<h1>Welcome</h1>' }
        : answer,
    ),
  },
  {
    name: 'every DELETE done, whatever the path',
    rule: 'characters.no-delete',
    only: ['characters.*'],
    front: changing((answer, call) => (call.method === 'DELETE' ? { ...answer, status: 204, text: '' } : answer)),
  },
  {
    name: 'a method that is not allowed on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    front: changing((answer, call) =>
      answer.status === 404 && call.method === 'POST' ? { ...answer, status: 405 } : answer,
    ),
  },
  {
    name: 'a crash on every unknown path',
    rule: 'http.unknown-path',
    only: ['http.*'],
    front: changing((answer) => (answer.status === 404 ? { ...answer, status: 500 } : answer)),
  },
]);
