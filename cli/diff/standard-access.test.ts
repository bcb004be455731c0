import { describe } from 'vitest';
import { description, judged, operation } from './testing/descriptions.ts';

const servers =
  (...urls: readonly (string | object)[]) =>
  (path: string) =>
    description({
      ...(urls.length > 0 && { servers: urls.map((url) => (typeof url === 'string' ? { url } : url)) }),
      paths: { [path]: { get: { responses: { 200: { description: '' } } } } },
    });
const regional = (values: readonly string[], usual = 'eu') => ({
  url: 'https://{region}.example',
  variables: { region: { default: usual, enum: values } },
});

describe('servers', () => {
  judged([
    ['none, and the root', servers()('/a'), servers('/')('/a'), 'none', 'none'],
    ['a slash at the end', servers('https://a.example')('/a'), servers('https://a.example/')('/a'), 'none'],
    [
      'a prefix moves to the server',
      servers('https://a.example')('/v1/a'),
      servers('https://a.example/v1')('/a'),
      'none',
      'none',
    ],
    ['a prefix moves to a server without a name', servers()('/v1/a'), servers('/v1')('/a'), 'none'],
    ['a prefix changes', servers('https://a.example/v1')('/a'), servers('https://a.example/v2')('/a'), 'breaking'],
    [
      'one more server',
      servers('https://a.example')('/a'),
      servers('https://a.example', 'https://b.example')('/a'),
      'compatible',
      'breaking',
    ],
    [
      'the order of servers',
      servers('https://a.example', 'https://b.example')('/a'),
      servers('https://b.example', 'https://a.example')('/a'),
      'none',
    ],
    [
      'one more value of a variable',
      servers(regional(['eu']))('/a'),
      servers(regional(['eu', 'us']))('/a'),
      'compatible',
      'breaking',
    ],
    [
      'another default of a variable',
      servers(regional(['eu', 'us']))('/a'),
      servers(regional(['eu', 'us'], 'us'))('/a'),
      'risky',
    ],
    ['a variable is written out', servers(regional(['eu']))('/a'), servers('https://eu.example')('/a'), 'risky'],
    [
      'an operation is served elsewhere',
      operation({}),
      operation({ servers: [{ url: 'https://b.example' }] }),
      'breaking',
    ],
    [
      'an operation names the servers of all',
      operation({}, { servers: [{ url: 'https://a.example' }] }),
      operation({ servers: [{ url: 'https://a.example/' }] }, { servers: [{ url: 'https://a.example' }] }),
      'none',
    ],
  ]);
});

const secured = (security: readonly object[], schemes: object) =>
  operation({ security }, { components: { securitySchemes: schemes } });
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const oauth = (own: object, scopes: readonly string[] = ['read']) => ({
  type: 'oauth2',
  flows: {
    clientCredentials: {
      tokenUrl: 'https://id.example/token',
      scopes: Object.fromEntries(scopes.map((each) => [each, each])),
      ...own,
    },
  },
});

describe('security', () => {
  judged([
    ['a scheme has another name', secured([{ a: [] }], { a: key }), secured([{ b: [] }], { b: key }), 'none', 'none'],
    [
      'the name of its header has no case',
      secured([{ a: [] }], { a: key }),
      secured([{ a: [] }], { a: { ...key, name: 'x-key' } }),
      'none',
    ],
    [
      'a key in another header',
      secured([{ a: [] }], { a: key }),
      secured([{ a: [] }], { a: { ...key, name: 'X-Other' } }),
      'breaking',
    ],
    [
      'a key in the query',
      secured([{ a: [] }], { a: key }),
      secured([{ a: [] }], { a: { ...key, in: 'query' } }),
      'breaking',
    ],
    [
      'no key is needed any more',
      secured([{ a: [] }], { a: key }),
      secured([{}, { a: [] }], { a: key }),
      'compatible',
      'breaking',
    ],
    [
      'another address of tokens',
      secured([{ a: ['read'] }], { a: oauth({}) }),
      secured([{ a: ['read'] }], { a: oauth({ tokenUrl: 'https://b.example/token' }) }),
      'risky',
      'risky',
    ],
    [
      'one more scope is needed',
      secured([{ a: ['read'] }], { a: oauth({}, ['read', 'write']) }),
      secured([{ a: ['read', 'write'] }], { a: oauth({}, ['read', 'write']) }),
      'breaking',
      'compatible',
    ],
    [
      'a scope is gone',
      secured([{ a: ['read'] }], { a: oauth({}, ['read', 'write']) }),
      secured([{ a: ['read'] }], { a: oauth({}) }),
      'risky',
    ],
    [
      'the case of bearer',
      secured([{ a: [] }], { a: { type: 'http', scheme: 'bearer' } }),
      secured([{ a: [] }], { a: { type: 'http', scheme: 'Bearer' } }),
      'none',
    ],
    [
      'another issuer of tokens',
      secured([{ a: [] }], { a: { type: 'openIdConnect', openIdConnectUrl: 'https://a.example' } }),
      secured([{ a: [] }], { a: { type: 'openIdConnect', openIdConnectUrl: 'https://b.example' } }),
      'risky',
    ],
    [
      'a scheme that nothing needs',
      operation({}),
      operation({}, { components: { securitySchemes: { a: key } } }),
      'compatible',
    ],
  ]);
});
