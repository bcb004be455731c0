import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import type { ComparedOperation, ComparedView } from '../side.ts';
import { readOpenApi } from './read.ts';

/** A description, and what it is read as. */
type Case = readonly [name: string, given: JsonSchema, readAs: object];

function viewOf(given: JsonSchema): ComparedView {
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' }, ...given };
  const [view] = readOpenApi('given', document, () => 1).release.hosts;
  if (!view) throw new Error('A description has one host.');
  return view;
}

const operationOf = (given: JsonSchema): ComparedOperation | undefined => viewOf(given).operations[0];

function read(cases: readonly Case[], as: (given: JsonSchema) => unknown = operationOf): void {
  test.each(cases.map((each) => [each[0], each] as const))('%s', (_, [, given, readAs]) => {
    expect(as(given)).toMatchObject(readAs);
  });
}

const get = (operation: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  paths: { '/a': { get: { responses: {}, ...operation } } },
  ...more,
});
const json = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
const body = (schema: JsonSchema, more: JsonSchema = {}): JsonSchema => get({ requestBody: json(schema) }, more);
const P: JsonSchema = { type: 'string', maxLength: 3 };
const components = { schemas: { P, Flag: { type: 'object', properties: { name: P } } } };

describe('references', () => {
  const schemas = (given: JsonSchema) => viewOf(given).schemas;
  read(
    [
      ['to a component', body({ $ref: '#/components/schemas/P' }, { components }), { P }],
      [
        'to a property',
        body({ $ref: '#/components/schemas/Flag/properties/name' }, { components }),
        { 'Flag:properties:name': P },
      ],
      [
        'to a property whose object is a reference',
        body(
          { $ref: '#/components/schemas/Alias/properties/name' },
          { components: { schemas: { ...components.schemas, Alias: { $ref: '#/components/schemas/Flag' } } } },
        ),
        { 'Flag:properties:name': P },
      ],
      [
        'to a schema of an operation',
        {
          ...body(P),
          paths: {
            '/a': {
              get: {
                requestBody: json(P),
                responses: { 200: json({ $ref: '#/paths/~1a/get/requestBody/content/application~1json/schema' }) },
              },
            },
          },
        },
        { 'paths:_2f_a:get:requestBody:content:application_2f_json:schema': P },
      ],
      [
        'to a definition of its own',
        body({ $ref: '#/components/schemas/Q/$defs/S' }, { components: { schemas: { Q: { $defs: { S: P } } } } }),
        { 'Q:_24_defs:S': P },
      ],
      ['to an anchor', body({ $ref: '#own' }, { components: { schemas: { P: { ...P, $anchor: 'own' } } } }), { P }],
      [
        'to one that refers to itself',
        body(
          { $ref: '#/components/schemas/L' },
          { components: { schemas: { L: { properties: { next: { $ref: '#/components/schemas/L' } } } } } },
        ),
        { L: { properties: { next: { $ref: '#/schemas/L' } } } },
      ],
      [
        'with an escaped name',
        body({ $ref: '#/components/schemas/a%20b~1c' }, { components: { schemas: { 'a b/c': P } } }),
        { a_20_b_2f_c: P },
      ],
      [
        'by way of `dependentSchemas`',
        body({ dependentSchemas: { a: { $ref: '#/components/schemas/P' } } }, { components }),
        { P },
      ],
    ],
    schemas,
  );

  read([
    [
      'of a path',
      {
        paths: { '/a': { $ref: '#/components/pathItems/A' } },
        components: { pathItems: { A: { get: { operationId: 'a' } } } },
      },
      { id: 'a', path: '/a' },
    ],
    [
      'of a parameter',
      get(
        { parameters: [{ $ref: '#/components/parameters/Q' }] },
        { components: { parameters: { Q: { name: 'q', in: 'query', schema: P } } } },
      ),
      { query: { properties: { q: P } } },
    ],
    [
      'of a body',
      get({ requestBody: { $ref: '#/components/requestBodies/B' } }, { components: { requestBodies: { B: json(P) } } }),
      { body: { schema: P } },
    ],
    [
      'of a response',
      get(
        { responses: { 200: { $ref: '#/components/responses/R' } } },
        { components: { responses: { R: { description: 'd', ...json(P) } } } },
      ),
      { responses: [{ http: 200, schema: P }] },
    ],
    [
      'of a header',
      get(
        { responses: { 200: { headers: { 'X-A': { $ref: '#/components/headers/A' } } } } },
        { components: { headers: { A: { schema: P } } } },
      ),
      { responses: [{ headers: { 'x-a': P } }] },
    ],
    [
      'of an example',
      get(
        { parameters: [{ name: 'q', in: 'query', schema: P, examples: { a: { $ref: '#/components/examples/E' } } }] },
        { components: { examples: { E: { value: 1 } } } },
      ),
      { query: { properties: { q: P } } },
    ],
  ]);

  test.each<[string, JsonSchema, string, string]>([
    [
      'leads nowhere',
      body({ $ref: '#/components/schemas/None' }),
      'The reference "#/components/schemas/None" leads nowhere.',
      'paths /a get requestBody content application/json schema $ref',
    ],
    [
      'leads back to itself',
      get(
        { parameters: [{ $ref: '#/components/parameters/A' }] },
        {
          components: {
            parameters: { A: { $ref: '#/components/parameters/B' }, B: { $ref: '#/components/parameters/A' } },
          },
        },
      ),
      'The reference "#/components/parameters/A" leads back to itself.',
      'components parameters B $ref',
    ],
    [
      'is a schema that is only itself',
      body({ $ref: '#/components/schemas/A' }, { components: { schemas: { A: { $ref: '#/components/schemas/A' } } } }),
      'The reference "#/components/schemas/A" leads back to itself.',
      'components schemas A $ref',
    ],
    [
      'leads into another file',
      body({ $ref: 'other.yaml#/P' }),
      'The reference "other.yaml#/P" leads nowhere.',
      'paths /a get requestBody content application/json schema $ref',
    ],
    [
      'leads through a circle',
      body(
        { $ref: '#/components/schemas/A/properties/x' },
        { components: { schemas: { A: { $ref: '#/components/schemas/A/properties/x' } } } },
      ),
      'The reference "#/components/schemas/A/properties/x" leads back to itself.',
      'components schemas A $ref',
    ],
    [
      'has a response that leads nowhere',
      get({ responses: { 200: { $ref: '#/components/responses/R' } } }),
      'The reference "#/components/responses/R" leads nowhere.',
      'paths /a get responses 200 $ref',
    ],
  ])('a reference that %s is a mistake with its place', (_, given, message, at) => {
    expect(() => viewOf(given)).toThrow(expect.objectContaining({ message, at: at.split(' ') }));
  });
});

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
