import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { body, components, get, json, operationOf, P, read, viewOf } from './testing/given.ts';

describe('versions', () => {
  const schema = (openapi: string) => (given: JsonSchema) =>
    operationOf({ ...body(given, { components }), openapi })?.body?.schema;
  describe('3.0', () => {
    read(
      [
        ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
        ['an exclusive bound', { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
        ['a bound that is not exclusive', { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
        ['siblings of a reference', { $ref: '#/components/schemas/P', maxLength: 1 }, { $ref: '#/schemas/P' }],
      ],
      schema('3.0.3'),
    );
    test('drops what stands beside a reference', () => {
      expect(schema('3.0.3')({ $ref: '#/components/schemas/P', maxLength: 1 })).toEqual({ $ref: '#/schemas/P' });
    });
  });
  describe('3.1', () => {
    read(
      [
        [
          'siblings of a reference',
          { $ref: '#/components/schemas/P', maxLength: 1 },
          { $ref: '#/schemas/P', maxLength: 1 },
        ],
        ['nullable, which is no keyword', { type: 'string', nullable: true }, { type: 'string', 'x-nullable': true }],
        ['an exclusive bound', { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
        ['extensions', { 'x-a': 1, type: 'string' }, { type: 'string', 'x-extensions': { 'x-a': 1 } }],
        [
          'Boolean schemas',
          { properties: { a: true, b: false }, items: false },
          { properties: { a: {}, b: { not: {} } }, items: false },
        ],
      ],
      schema('3.1.0'),
    );
  });
  read([
    [
      '3.2: the method QUERY',
      { openapi: '3.2.0', paths: { '/a': { query: { operationId: 'q' } } } },
      { id: 'q', method: 'QUERY' },
    ],
    [
      '3.2: further methods',
      { openapi: '3.2.0', paths: { '/a': { additionalOperations: { COPY: { operationId: 'c' } } } } },
      { id: 'c', method: 'COPY' },
    ],
    [
      '3.2: items of a stream',
      { ...get({ responses: { 200: { content: { 'application/jsonl': { itemSchema: P } } } } }), openapi: '3.2.0' },
      { responses: [{ schema: { type: 'array', items: P } }] },
    ],
    [
      '3.2: the whole query string',
      {
        ...get({ parameters: [{ name: 'all', in: 'querystring', content: { 'application/json': { schema: P } } }] }),
        openapi: '3.2.0',
      },
      { query: { properties: { all: { ...P, content: 'application/json' } } } },
    ],
  ]);
  test('others are refused', () => {
    expect(() => viewOf({ openapi: '3.9.0' })).toThrow('OpenAPI 3.9.0 is not known');
    expect(viewOf({ openapi: '3.1.0', paths: { '/a': { query: {} } } }).operations).toEqual([]);
  });
});

describe('operations', () => {
  read([
    [
      'parameters of the path and its own',
      {
        paths: {
          '/a': {
            parameters: [{ name: 'p', in: 'query', required: true, schema: {} }],
            get: { parameters: [{ name: 'p', in: 'query', schema: P }] },
          },
        },
      },
      { query: { type: 'object', properties: { p: P } } },
    ],
    [
      'a parameter of the path',
      get({ parameters: [{ name: 'p', in: 'path', schema: P }] }),
      { params: { required: ['p'] } },
    ],
    [
      'content of a parameter',
      get({ parameters: [{ name: 'p', in: 'query', content: { 'application/json': { schema: P } } }] }),
      { query: { properties: { p: { ...P, content: 'application/json' } } } },
    ],
    [
      'empty values of a parameter',
      get({ parameters: [{ name: 'p', in: 'query', schema: P, allowEmptyValue: true }] }),
      { query: { properties: { p: { allowEmptyValue: true } } } },
    ],
    [
      'content of a header',
      get({ responses: { 200: { headers: { 'X-A': { content: { 'application/json': { schema: P } } } } } } }),
      { responses: [{ headers: { 'x-a': { ...P, content: 'application/json', 'x-optional': true } } }] },
    ],
    [
      'media types',
      get({
        requestBody: {
          content: { 'Text/CSV; Header=present': { schema: P }, 'application/json; charset=utf-8': { schema: {} } },
        },
      }),
      {
        body: { contentType: 'application/json', contentTypes: ['application/json', 'text/csv;header=present'] },
        media: { 'text/csv;header=present': { schema: P } },
      },
    ],
    [
      'encodings',
      get({
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {},
              encoding: { a: { contentType: 'image/png, Image/GIF', headers: { 'X-A': { schema: P } } } },
            },
          },
        },
      }),
      {
        media: {
          'multipart/form-data': {
            encoding: {
              a: { contentType: ['image/gif', 'image/png'], headers: { 'x-a': { schema: P, required: false } } },
            },
          },
        },
      },
    ],
    [
      'statuses',
      get({ responses: { default: {}, '2XX': {}, 404: {} } }),
      { responses: [{ http: 404 }, { http: 0 }, { http: 2 }] },
    ],
    [
      'servers of its own',
      get({ servers: [{ url: 'https://b.example/' }] }),
      { extras: { servers: ['https://b.example'] } },
    ],
    [
      'security by what it is',
      get({ security: [{ any: ['b', 'a'] }] }, { components: { securitySchemes: { any: { type: 'oauth2' } } } }),
      { auth: 'key', extras: { security: ['oauth2:a b'] } },
    ],
    ['security that is not needed', get({ security: [] }, { security: [{ any: [] }] }), { auth: 'none' }],
    [
      'links',
      get({ responses: { 200: { links: { next: { operationId: 'b' } } } } }),
      { unread: { 'responses/200/links/next': { operationId: 'b' } } },
    ],
    [
      'keys that no rule reads',
      get({ odd: 1, requestBody: { content: { 'text/csv': { strange: 2 } } } }),
      { unread: { odd: 1, 'requestBody/content/text/csv/strange': 2 } },
    ],
    ['extensions', get({ 'x-a': 1 }), { extras: { shown: { 'x-a': 1 } } }],
  ]);
});

describe('webhooks and callbacks', () => {
  const paid = {
    post: {
      requestBody: json(P),
      parameters: [{ name: 'X-A', in: 'header', required: true, schema: P }],
      responses: { 200: json({ type: 'integer' }) },
    },
  };
  read([
    [
      'what is sent is read',
      { webhooks: { paid } },
      { id: 'webhook paid', sends: 'webhook', responses: [{ http: 0, schema: P, headers: { 'x-a': P } }] },
    ],
    [
      'what is answered is written',
      { webhooks: { paid } },
      { body: { schema: { type: 'integer' } }, extras: { answers: ['200'] } },
    ],
    [
      'by a reference',
      { webhooks: { paid: { $ref: '#/components/pathItems/A' } }, components: { pathItems: { A: paid } } },
      { id: 'webhook paid' },
    ],
    [
      'readOnly properties of 3.0 are sent',
      {
        openapi: '3.0.3',
        webhooks: {
          paid: { post: { requestBody: json({ required: ['id'], properties: { id: { readOnly: true } } }) } },
        },
      },
      { responses: [{ schema: { required: ['id'] } }] },
    ],
  ]);
  read(
    [
      [
        'of an operation',
        get({ operationId: 'start', callbacks: { done: { '{$request.query.url}': paid } } }),
        { id: 'start callback done', path: 'done <$request.query.url>', sends: 'callback' },
      ],
    ],
    (given) => viewOf(given).operations[1],
  );
});

describe('the whole', () => {
  read(
    [
      ['no servers', {}, { host: { prefix: '' }, described: { base: '' } }],
      [
        'servers',
        { servers: [{ url: 'https://b.example/v1/' }, { url: 'https://a.example/v1' }] },
        { host: { prefix: 'https://a.example/v1 https://b.example/v1' }, described: { base: '/v1' } },
      ],
      [
        'values of variables',
        { servers: [{ url: 'https://{r}.example', variables: { r: { enum: ['a', 'b'], default: 'a' } } }] },
        { host: { prefix: 'https://a.example https://b.example' } },
      ],
      [
        'a variable without a list',
        { servers: [{ url: 'https://{r}.example', variables: { r: { default: 'a' } } }] },
        { host: { prefix: 'https://{r}.example' }, described: { unread: { 'servers/0/variables/r/default': 'a' } } },
      ],
      [
        'addresses of tokens',
        get(
          { security: [{ o: [] }] },
          {
            components: {
              securitySchemes: {
                o: { type: 'oauth2', flows: { implicit: { authorizationUrl: 'https://a', scopes: { b: '', a: '' } } } },
              },
            },
          },
        ),
        {
          described: {
            schemes: { oauth2: { flows: { implicit: { authorizationUrl: 'https://a', scopes: ['a', 'b'] } } } },
          },
        },
      ],
      ['keys that no rule reads', { odd: 1 }, { described: { unread: { odd: 1 } } }],
      [
        'components that nothing refers to',
        { components: { schemas: { P } } },
        { described: { shown: { 'components/schemas/P': P } } },
      ],
    ],
    viewOf,
  );
});
