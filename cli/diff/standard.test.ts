import { describe, expect, test } from 'vitest';
import {
  description,
  having,
  linesOf,
  operation,
  reportOn,
  request,
  response,
  type Verdict,
  verdictOf,
} from './testing/descriptions.ts';

/** A change with the verdict for callers, and in the other direction where that is given. */
type Case = readonly [name: string, before: object, after: object, verdict: Verdict, back?: Verdict];

function judged(cases: readonly Case[]): void {
  test.each(cases.map((each) => [each[0], each] as const))('%s', async (_, [, before, after, verdict, back]) => {
    const report = await reportOn(before, after);
    expect([verdictOf(report), linesOf(report)]).toEqual([verdict, expect.anything()]);
    if (back === undefined) return;
    const reverse = await reportOn(after, before);
    expect([verdictOf(reverse), linesOf(reverse)]).toEqual([back, expect.anything()]);
  });
}

const name = (own: object, as = 'query'): object => ({ name: 'p', in: as, schema: { type: 'string' }, ...own });

/** A description whose path and operation have parameters. */
const parameters = (ofPath: readonly object[], ofOperation: readonly object[]): object =>
  description({
    paths: {
      '/things': { parameters: ofPath, get: { parameters: ofOperation, responses: { 200: { description: '' } } } },
    },
  });

describe('parameters of a path and of its operations', () => {
  judged([
    [
      'one moves from the operation to the path',
      parameters([], [name({})]),
      parameters([name({})], []),
      'none',
      'none',
    ],
    [
      'the one of the operation overrides the one of the path',
      parameters([], [name({})]),
      parameters([name({ required: true })], [name({})]),
      'none',
      'none',
    ],
    [
      'the overriding one is no longer there',
      parameters([name({ required: true })], [name({})]),
      parameters([name({ required: true })], []),
      'breaking',
      'compatible',
    ],
    [
      'one of the same name in another place overrides nothing',
      parameters([name({})], []),
      parameters([name({})], [name({ required: true }, 'header')]),
      'breaking',
      'risky',
    ],
    [
      'names of headers have no case',
      parameters([name({ name: 'X-Room', required: true }, 'header')], [name({ name: 'x-room' }, 'header')]),
      parameters([], [name({ name: 'X-ROOM' }, 'header')]),
      'none',
    ],
    [
      'the schema of the path holds where the operation has none of its own',
      parameters([name({ schema: { type: 'string', maxLength: 9 } })], []),
      parameters([name({ schema: { type: 'string', maxLength: 5 } })], []),
      'breaking',
      'compatible',
    ],
  ]);
});

const header = (own: string, more: object = {}) => operation({ parameters: [name({ name: own, ...more }, 'header')] });

describe('headers that a description cannot describe', () => {
  judged([
    ['Accept is required', operation({}), header('Accept', { required: true }), 'none', 'none'],
    ['authorization is required', operation({}), header('authorization', { required: true }), 'none', 'none'],
    ['CONTENT-TYPE changes', header('CONTENT-TYPE'), header('CONTENT-TYPE', { schema: { enum: ['a'] } }), 'none'],
    ['X-Accept is required', operation({}), header('X-Accept', { required: true }), 'breaking', 'risky'],
    [
      'the same name in a query is a parameter',
      operation({}),
      operation({ parameters: [name({ name: 'Accept', required: true })] }),
      'breaking',
    ],
    [
      'the content type of a response is no header of its own',
      operation({ responses: { 200: { description: '' } } }),
      operation({
        responses: { 200: { description: '', headers: { 'Content-Type': { schema: { type: 'string' } } } } },
      }),
      'none',
    ],
  ]);
});

const note = (id: object, required: readonly string[], version = '3.0.3', as = request) =>
  as(
    { type: 'object', required, properties: { text: { type: 'string' }, id: { type: 'string', ...id } } },
    {},
    version,
  );

describe('readOnly and writeOnly', () => {
  const shared = (id: object, required: readonly string[]) =>
    request(
      { $ref: '#/components/schemas/Note' },
      {
        components: { schemas: { Note: { type: 'object', required, properties: { id: { type: 'string', ...id } } } } },
      },
      '3.0.3',
    );
  judged([
    [
      'a required property that is only read, in a request of 3.0',
      note({}, ['text']),
      note({ readOnly: true }, ['text', 'id']),
      'risky',
    ],
    [
      'the same, where it was only read before',
      note({ readOnly: true }, []),
      note({ readOnly: true }, ['id']),
      'none',
      'none',
    ],
    ['the same by a reference', shared({ readOnly: true }, []), shared({ readOnly: true }, ['id']), 'none', 'none'],
    [
      'the same in 3.1, where it is required',
      note({ readOnly: true }, [], '3.1.0'),
      note({ readOnly: true }, ['id'], '3.1.0'),
      'breaking',
      'compatible',
    ],
    [
      'a required property that is only written, in a response of 3.0',
      note({ writeOnly: true }, ['id'], '3.0.3', response),
      note({ writeOnly: true }, [], '3.0.3', response),
      'none',
      'none',
    ],
    [
      'a required property that is only read, in a response',
      note({ readOnly: true }, ['id'], '3.0.3', response),
      note({ readOnly: true }, [], '3.0.3', response),
      'breaking',
      'compatible',
    ],
    [
      'the values of what is only read, in a request of 3.0',
      note({ readOnly: true, maxLength: 9 }, []),
      note({ readOnly: true, maxLength: 5 }, []),
      'none',
    ],
    ['a property that is only read from now on', note({}, []), note({ readOnly: true }, []), 'risky', 'risky'],
    [
      'the requirement stands in another part of allOf',
      request({ allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, {}] }, {}, '3.0.3'),
      request(
        { allOf: [{ properties: { id: { type: 'string', readOnly: true } } }, { required: ['id'] }] },
        {},
        '3.0.3',
      ),
      'none',
    ],
  ]);
});

const bodies = (content: object) => operation({ requestBody: { required: true, content } });
const text = { schema: { type: 'string' } };
const answers = (content: object) => operation({ responses: { 200: { description: '', content } } });

describe('media types', () => {
  judged([
    [
      'a charset of JSON',
      bodies({ 'application/json': text }),
      bodies({ 'application/json; charset=utf-8': text }),
      'none',
      'none',
    ],
    ['another case', answers({ 'application/json': text }), answers({ 'Application/JSON': text }), 'none', 'none'],
    [
      'quotes around a parameter',
      bodies({ 'text/plain; charset="UTF-8"': text }),
      bodies({ 'text/plain;charset=utf-8': text }),
      'none',
    ],
    [
      'a range takes in what was there',
      bodies({ 'image/png': text }),
      bodies({ 'image/*': text }),
      'compatible',
      'breaking',
    ],
    [
      'all types take in what was there',
      bodies({ 'text/csv': text }),
      bodies({ '*/*': text }),
      'compatible',
      'breaking',
    ],
    [
      'a type with a parameter is within the one without',
      bodies({ 'text/csv; header=present': text }),
      bodies({ 'text/csv': text }),
      'compatible',
      'breaking',
    ],
    ['another type', bodies({ 'text/csv': text }), bodies({ 'text/plain': text }), 'breaking', 'breaking'],
    [
      'a response has one more',
      answers({ 'text/csv': text }),
      answers({ 'text/csv': text, 'text/plain': text }),
      'compatible',
      'breaking',
    ],
    ['a response of a narrower range', answers({ 'image/*': text }), answers({ 'image/png': text }), 'risky'],
    [
      'the schema of a second type',
      bodies({ 'application/json': text, 'text/csv': text }),
      bodies({ 'application/json': text, 'text/csv': { schema: { type: 'string', maxLength: 3 } } }),
      'breaking',
      'compatible',
    ],
    [
      'the schema of a second type of a response',
      answers({ 'application/json': text, 'text/csv': text }),
      answers({ 'application/json': text, 'text/csv': { schema: { type: 'integer' } } }),
      'breaking',
    ],
    [
      'a vendor type of JSON',
      answers({ 'application/problem+json': { schema: having({ type: 'string' }) } }),
      answers({ 'application/problem+json': { schema: having({ type: 'integer' }) } }),
      'breaking',
    ],
    [
      'a form is narrower than JSON, which stays',
      bodies({
        'application/json': { schema: having({ type: 'string' }) },
        'multipart/form-data': { schema: having({ type: 'string' }) },
      }),
      bodies({
        'application/json': { schema: having({ type: 'string' }) },
        'multipart/form-data': { schema: having({ type: 'string' }, { required: ['p'] }) },
      }),
      'breaking',
      'compatible',
    ],
  ]);
});

const form = (encoding: object) =>
  bodies({ 'multipart/form-data': { schema: having({ type: 'string' }), encoding: { p: encoding } } });

describe('encodings of forms', () => {
  judged([
    [
      'a part may have another type',
      form({ contentType: 'image/png' }),
      form({ contentType: 'image/png, image/gif' }),
      'compatible',
      'breaking',
    ],
    [
      'a part has another type',
      form({ contentType: 'application/json' }),
      form({ contentType: 'application/xml' }),
      'breaking',
      'breaking',
    ],
    [
      'the order and case of types',
      form({ contentType: 'image/png, image/gif' }),
      form({ contentType: 'Image/GIF, image/png' }),
      'none',
    ],
    [
      'a range takes in what was there',
      form({ contentType: 'image/png' }),
      form({ contentType: 'image/*' }),
      'compatible',
      'breaking',
    ],
    [
      'a header of a part',
      form({}),
      form({ headers: { 'X-A': { required: true, schema: { type: 'string' } } } }),
      'risky',
      'risky',
    ],
    ['another style', form({ style: 'form' }), form({ style: 'spaceDelimited' }), 'risky', 'risky'],
    ['the usual style', form({}), form({ style: 'form', explode: true }), 'none', 'none'],
  ]);
});

const statuses = (...all: readonly (readonly [string, object?])[]) =>
  operation({
    responses: Object.fromEntries(
      all.map(([status, schema]) => [
        status,
        { description: '', ...(schema && { content: { 'application/json': { schema } } }) },
      ]),
    ),
  });
const word = having({ type: 'string' }, { required: ['p'] });
const count = having({ type: 'integer' }, { required: ['p'] });

describe('ranges of statuses and the default', () => {
  judged([
    [
      'a status of a range is written out',
      statuses(['2XX', word]),
      statuses(['2XX', word], ['200', word]),
      'none',
      'none',
    ],
    [
      'a status of a range is another one',
      statuses(['2XX', word]),
      statuses(['2XX', word], ['201', count]),
      'breaking',
    ],
    ['a range in place of its status', statuses(['200', word]), statuses(['2XX', word]), 'risky', 'compatible'],
    [
      'a status that the default had',
      statuses(['200', word], ['default', word]),
      statuses(['200', word], ['default', word], ['404', word]),
      'none',
    ],
    ['a status that nothing had', statuses(['200', word]), statuses(['200', word], ['409', word]), 'risky', 'breaking'],
    ['the default has another schema', statuses(['default', word]), statuses(['default', count]), 'breaking'],
    ['a range in lower case', statuses(['4XX', word]), statuses(['4xx', word]), 'none'],
  ]);
});

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

const animals = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Dog: {
    type: 'object',
    required: ['kind', 'bark'],
    properties: { kind: { type: 'string' }, bark: { type: 'string' } },
  },
};
const chosen = (mapping?: object) =>
  request(
    {
      oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { propertyName: 'kind', ...(mapping && { mapping }) },
    },
    { components: { schemas: animals } },
  );

describe('discriminators', () => {
  judged([
    [
      'implicit names are written out',
      chosen(),
      chosen({ Cat: '#/components/schemas/Cat', Dog: '#/components/schemas/Dog' }),
      'none',
      'none',
    ],
    [
      'names are written without a pointer',
      chosen({ cat: '#/components/schemas/Cat' }),
      chosen({ cat: 'Cat' }),
      'none',
    ],
    ['one more name', chosen(), chosen({ kitty: '#/components/schemas/Cat' }), 'risky', 'risky'],
    ['a name chooses another schema', chosen({ a: 'Cat' }), chosen({ a: 'Dog' }), 'risky'],
    ['the order of names', chosen({ a: 'Cat', b: 'Dog' }), chosen({ b: 'Dog', a: 'Cat' }), 'none'],
  ]);
});

const value = (schema: object, version?: string, components: object = {}) =>
  request(having(schema), { components }, version);

describe('each version by its own rules', () => {
  const components = { schemas: { P: { type: 'string' } } };
  judged([
    [
      'what stands beside a reference in 3.0',
      value({ $ref: '#/components/schemas/P' }, '3.0.3', components),
      value({ $ref: '#/components/schemas/P', maxLength: 3 }, '3.0.3', components),
      'none',
      'none',
    ],
    [
      'what stands beside a reference in 3.1',
      value({ $ref: '#/components/schemas/P' }, '3.1.0', components),
      value({ $ref: '#/components/schemas/P', maxLength: 3 }, '3.1.0', components),
      'breaking',
      'compatible',
    ],
    [
      'a type with null in 3.1',
      value({ type: 'string' }),
      value({ type: ['string', 'null'] }),
      'compatible',
      'breaking',
    ],
    [
      'nullable in 3.0',
      value({ type: 'string' }, '3.0.3'),
      value({ type: 'string', nullable: true }, '3.0.3'),
      'compatible',
      'breaking',
    ],
    [
      'nullable in 3.1, which has none',
      value({ type: 'string' }),
      value({ type: 'string', nullable: true }),
      'compatible',
      'risky',
    ],
    [
      'nullable without a type, which has no effect',
      value({ maxLength: 3 }, '3.0.3'),
      value({ maxLength: 3, nullable: true }, '3.0.3'),
      'compatible',
      'risky',
    ],
    [
      'nullable is false',
      value({ type: 'string' }, '3.0.3'),
      value({ type: 'string', nullable: false }, '3.0.3'),
      'none',
    ],
    [
      'a union with null in place of nullable',
      value({ oneOf: [{ $ref: '#/components/schemas/P' }, { type: 'null' }] }, '3.1.0', components),
      value({ type: ['null', 'string'] }),
      'none',
      'none',
    ],
    [
      'an exclusive bound in 3.0',
      value({ type: 'number', maximum: 5 }, '3.0.3'),
      value({ type: 'number', maximum: 5, exclusiveMaximum: true }, '3.0.3'),
      'breaking',
      'compatible',
    ],
    [
      'an exclusive bound in 3.1',
      value({ type: 'number', maximum: 5 }),
      value({ type: 'number', exclusiveMaximum: 5 }),
      'breaking',
      'compatible',
    ],
    [
      'from 3.0 to 3.1 with the same meaning',
      value({ type: 'number', minimum: 5, exclusiveMinimum: true }, '3.0.3'),
      value({ type: 'number', exclusiveMinimum: 5 }),
      'none',
    ],
  ]);
});
