import { describe, expect, test } from 'vitest';
import { reportOn } from './testing/descriptions.ts';

/** A description that has everything that OpenAPI 3.1 can say, once. */
const everything = {
  openapi: '3.1.0',
  info: {
    title: 'All',
    version: '1',
    description: 'words',
    termsOfService: 'https://a.example/t',
    contact: { name: 'me' },
  },
  jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base',
  servers: [
    {
      url: 'https://{r}.a.example/v1',
      description: 'words',
      variables: { r: { default: 'eu', enum: ['eu', 'us'], description: 'words' } },
    },
  ],
  security: [{ key: [] }, { oauth: ['read'] }],
  tags: [{ name: 'one', description: 'words' }],
  externalDocs: { url: 'https://a.example/docs' },
  'x-own': { deep: 1 },
  paths: {
    '/plain': { get: { operationId: 'plain', responses: { '200': { description: 'words' } } } },
    '/things/{id}': {
      description: 'words of the path',
      'x-path': true,
      servers: [{ url: 'https://b.example' }],
      parameters: [
        { name: 'id', in: 'path', required: true, description: 'words', schema: { type: 'string', format: 'uuid' } },
      ],
      put: {
        operationId: 'put',
        summary: 'words',
        description: 'words',
        deprecated: false,
        tags: ['one'],
        externalDocs: { url: 'https://a.example/docs' },
        'x-operation': [1, 2],
        parameters: [
          {
            name: 'q',
            in: 'query',
            required: false,
            style: 'form',
            explode: true,
            allowEmptyValue: false,
            schema: { type: 'array', items: { enum: ['a', 'b'] }, maxItems: 3 },
            example: 'a',
          },
          {
            name: 'X-A',
            in: 'header',
            content: { 'application/json': { schema: { type: 'object', maxProperties: 3 } } },
          },
          { name: 'c', in: 'cookie', schema: { type: 'integer', default: 3 } },
        ],
        requestBody: {
          description: 'words',
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Thing' },
              examples: { one: { value: { a: 1 } } },
            },
            'multipart/form-data': {
              schema: { type: 'object', properties: { image: { type: 'string', contentMediaType: 'image/png' } } },
              encoding: {
                image: {
                  contentType: 'image/png',
                  style: 'form',
                  headers: { 'X-B': { description: 'words', required: true, schema: { type: 'integer' } } },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'words',
            headers: { 'X-C': { description: 'words', required: true, schema: { type: 'integer', minimum: 3 } } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Thing' } },
              'text/csv': { schema: { type: 'string', maxLength: 9 } },
            },
            links: { next: { operationId: 'put', parameters: { id: '$response.body#/id' } } },
          },
          '4XX': { $ref: '#/components/responses/Bad' },
          default: { description: 'words' },
        },
        callbacks: {
          done: {
            '{$request.query.q}': {
              post: {
                requestBody: {
                  content: {
                    'application/json': {
                      schema: { type: 'object', required: ['at'], properties: { at: { type: 'string' } } },
                    },
                  },
                },
                responses: {
                  '200': { description: 'words', content: { 'application/json': { schema: { type: 'boolean' } } } },
                },
              },
            },
          },
        },
        security: [{ oauth: ['read', 'write'] }],
        servers: [{ url: 'https://c.example' }],
      },
    },
  },
  webhooks: {
    sent: {
      post: {
        parameters: [{ name: 'X-S', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: {
          content: {
            'application/json': { schema: { type: 'object', properties: { n: { type: 'integer', maximum: 9 } } } },
          },
        },
        responses: { '204': { description: 'words' } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        description: 'words',
        required: ['kind'],
        properties: {
          kind: { const: 'thing' },
          n: { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2, default: 4, format: 'int32', title: 'words' },
          text: { type: ['string', 'null'], minLength: 1, maxLength: 9, pattern: '^a', 'x-own': 1, deprecated: true },
          either: {
            oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
            discriminator: { propertyName: 'kind', mapping: { c: '#/components/schemas/Cat' } },
          },
          list: {
            type: 'array',
            minItems: 1,
            uniqueItems: true,
            prefixItems: [{ type: 'string' }],
            contains: { const: 'x' },
            items: { type: 'string', maxLength: 3 },
          },
          map: {
            type: 'object',
            additionalProperties: { type: 'integer', maximum: 3 },
            propertyNames: { maxLength: 3 },
            minProperties: 1,
          },
          odd: {
            not: { type: 'null' },
            if: { type: 'string' },
            else: { type: 'number' },
            xml: { name: 'o' },
            readOnly: true,
          },
        },
        dependentRequired: { n: ['text'] },
        patternProperties: { '^x-': { type: 'boolean' } },
        unevaluatedProperties: false,
      },
      Cat: {
        type: 'object',
        required: ['kind', 'lives'],
        properties: { kind: { type: 'string' }, lives: { type: 'integer' } },
      },
      Dog: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, bark: { type: 'string', maxLength: 3 } },
      },
      Unused: { type: 'string' },
    },
    responses: {
      Bad: {
        description: 'words',
        content: {
          'application/problem+json': { schema: { type: 'object', properties: { code: { type: 'integer' } } } },
        },
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key', description: 'words' },
      oauth: {
        type: 'oauth2',
        flows: {
          clientCredentials: {
            tokenUrl: 'https://id.example/token',
            refreshUrl: 'https://id.example/again',
            scopes: { read: 'words', write: 'words' },
          },
        },
      },
    },
  },
};

/** Steps to a value, and another value in its place. */
type Edit = readonly [path: string, edited: object];

/** Every description that differs in one value: a scalar is another one of its type, or is not there. */
function* edits(value: unknown, path: readonly string[], put: (inner: unknown) => object): Generator<Edit> {
  if (typeof value === 'object' && value !== null) {
    const isList = Array.isArray(value);
    for (const [key, inner] of Object.entries(value)) {
      const rest = Object.entries(value).filter(([each]) => each !== key);
      const changed = (next: unknown) =>
        isList ? value.map((each: unknown, index) => (String(index) === key ? next : each)) : { ...value, [key]: next };
      yield* edits(inner, [...path, key], (next) => put(changed(next)));
      yield [
        `${[...path, key].join('/')} is gone`,
        put(isList ? rest.map(([, each]) => each) : Object.fromEntries(rest)),
      ];
    }
    return;
  }
  const other = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${String(value)}x`;
  yield [`${path.join('/')} is ${JSON.stringify(other)}`, put(other)];
}

/** Edits that change no meaning. */
const nothing: readonly string[] = [
  'openapi is "3.1.0x"',
  // The operation has words and servers of its own.
  'paths//things/{id}/description is "words of the pathx"',
  'paths//things/{id}/description is gone',
  'paths//things/{id}/servers/0/url is "https://b.examplex"',
  'paths//things/{id}/servers/0/url is gone',
  'paths//things/{id}/servers/0 is gone',
  'paths//things/{id}/servers is gone',
  // A parameter of a path is always required.
  'paths//things/{id}/parameters/0/required is false',
  'paths//things/{id}/parameters/0/required is gone',
  // These are the values that OpenAPI gives what does not have them.
  'paths//things/{id}/put/deprecated is gone',
  'paths//things/{id}/put/parameters/0/required is gone',
  'paths//things/{id}/put/parameters/0/style is gone',
  'paths//things/{id}/put/parameters/0/explode is gone',
  'paths//things/{id}/put/parameters/0/allowEmptyValue is gone',
  'paths//things/{id}/put/requestBody/content/multipart/form-data/encoding/image/style is gone',
];

describe('no value of a description changes in silence', () => {
  test('each value of one that has everything', async () => {
    const silent: string[] = [];
    for (const [path, edited] of edits(everything, [], (value) => Object(value))) {
      const report = await reportOn(everything, edited).catch(() => undefined);
      if (report && report.changes.length + report.equivalences.length === 0) silent.push(path);
    }
    expect(silent).toEqual(nothing);
  });
});
