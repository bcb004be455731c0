/** Random OpenAPI descriptions. */

import fc from 'fast-check';

type Fields = Readonly<Record<string, unknown>>;

const some = (keywords: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record(keywords, { requiredKeys: [] }) as fc.Arbitrary<Fields>;

const small = fc.integer({ min: 0, max: 4 });

/** Names of properties: plain ones, and those that code has to quote or that objects inherit. */
const propertyName = fc.constantFrom(
  'id',
  'count',
  'kind',
  'default',
  'a-b',
  'x y',
  '$id',
  'toString',
  'from',
  '2nd',
  'ünï',
);

/** Names of components, some of which are words of TypeScript or of generated code. */
const components = ['Thing', 'thing_list', 'Error', 'Record', 'handlers', 'default', 'Price2'] as const;

const { schema } = fc.letrec<{ schema: Fields; leaf: Fields; inner: Fields }>((tie) => ({
  leaf: fc.oneof(
    some({
      minLength: small,
      maxLength: fc.integer({ min: 4, max: 9 }),
      format: fc.constantFrom('date', 'uuid', 'uri', 'email', 'byte', 'x-own'),
      description: fc.constantFrom('A text.', 'Several\nlines: {{a}} `b` */ "c"'),
      example: fc.constantFrom('abc', 'a */ b'),
    }).map((own) => ({ type: 'string', ...own })),
    fc.record({
      type: fc.constant('string'),
      enum: fc.constantFrom(['a', 'b'], ['b-1', '', 'B-1']),
      default: fc.constantFrom('a', undefined),
    }),
    some({
      minimum: small,
      maximum: fc.integer({ min: 4, max: 90 }),
      default: fc.constantFrom(4),
      multipleOf: fc.constantFrom(1, 2),
    }).map((own) => ({ type: 'integer', format: 'int32', ...own })),
    some({ minimum: small, exclusiveMaximum: fc.constantFrom(50) }).map((own) => ({ type: 'number', ...own })),
    some({ default: fc.boolean() }).map((own) => ({ type: 'boolean', ...own })),
    fc.constantFrom<Fields>({ type: ['string', 'null'] }, { const: 'a' }, {}, { type: 'string', pattern: '^[a-z]+$' }),
  ),
  inner: fc.oneof(
    fc
      .record({
        properties: fc.dictionary(propertyName, tie('schema'), { maxKeys: 4 }),
        own: some({
          required: fc.uniqueArray(propertyName, { maxLength: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), tie('leaf')),
          minProperties: fc.integer({ min: 0, max: 1 }),
        }),
      })
      .map(({ properties, own }) => ({ type: 'object', properties: { ...properties }, ...own })),
    some({
      items: tie('schema'),
      minItems: fc.integer({ min: 0, max: 1 }),
      maxItems: fc.integer({ min: 1, max: 3 }),
    }).map((own) => ({ type: 'array', items: {}, ...own })),
    fc
      .tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }))
      .map(([keyword, all]) => ({ [keyword]: all })),
    fc.constantFrom(...components).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  ),
  schema: fc.oneof({ maxDepth: 2, depthIdentifier: 'schema' }, tie('leaf'), tie('inner')),
}));

const json = (content: Fields) => ({ 'application/json': { schema: content } });

const response = fc.oneof(
  schema.map((content) => ({ description: 'The answer', content: json(content) })),
  fc.constant({ description: 'Nothing' }),
  fc.constant({ description: 'A text', content: { 'text/plain': { schema: { type: 'string' } } } }),
);

const parameter = fc.record({
  name: fc.constantFrom('q', 'page-size', 'filter', 'x-tenant', 'ids'),
  in: fc.constantFrom('query', 'header'),
  required: fc.boolean(),
  schema,
});

const body = fc.oneof(
  schema.map((content) => ({ required: true, content: json(content) })),
  schema.map((content) => ({
    content: { 'multipart/form-data': { schema: { type: 'object', properties: { file: content } } } },
  })),
  fc.constantFrom('application/xml', 'text/csv', 'image/*').map((type) => ({
    required: true,
    content: { [type]: { schema: { type: 'string' } } },
  })),
  schema.map((content) => ({
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { text: content } } } },
  })),
);

const operation = fc
  .record({
    parameters: fc.uniqueArray(parameter, { maxLength: 3, selector: ({ name, in: place }) => `${place} ${name}` }),
    responses: fc.dictionary(fc.constantFrom('200', '201', '202', '204', '404', '409', '500', 'default'), response, {
      minKeys: 1,
      maxKeys: 3,
    }),
    own: some({
      requestBody: body,
      tags: fc.constantFrom(['Things'], ['2 words'], ['default'], ['Index']),
      summary: fc.constantFrom('Do it.', 'Do "it" */ now', ''),
      operationId: fc.constantFrom('doIt', 'delete', 'get_thing', '2nd'),
    }),
  })
  .map(({ own, ...rest }) => ({ ...rest, ...own }));

/** Paths with the parameters that their operations have. */
const paths = [
  '/things',
  '/things/{id}',
  '/things/{thing-id}/parts',
  '/jobs',
  '/jobs/{job_id}',
  '/v1.0/a_b',
  '/',
] as const;

const pathItem = fc.dictionary(fc.constantFrom('get', 'post', 'put', 'patch', 'delete', 'head'), operation, {
  minKeys: 1,
  maxKeys: 3,
});

/** A description in OpenAPI 3.1 of a few operations. */
export const description: fc.Arbitrary<Fields> = fc
  .record({
    items: fc.dictionary(fc.constantFrom(...paths), pathItem, { minKeys: 1, maxKeys: 3 }),
    schemas: fc.record(Object.fromEntries(components.map((name) => [name, schema]))),
    server: fc.constantFrom('https://api.example', 'https://api.example/v2/', '/base'),
  })
  .map(({ items, schemas, server }) => ({
    openapi: '3.1.0',
    info: { title: 'Random: "things"', version: '1' },
    servers: [{ url: server }],
    paths: Object.fromEntries(Object.entries(items).map(([path, item]) => [path, withPathParameters(path, item)])),
    components: { schemas },
  }));

function withPathParameters(path: string, item: Fields): Fields {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  if (names.length === 0) return item;
  const parameters = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return { ...item, parameters };
}
