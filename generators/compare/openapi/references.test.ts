import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../model/types.ts';
import { body, components, get, json, P, read, viewOf } from './testing/given.ts';

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
