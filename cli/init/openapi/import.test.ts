import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readSpec } from '#generators/read.ts';
import { findNetwork } from '../networks.ts';
import { readApi } from './description.ts';
import { readPrices } from './prices.ts';
import { specificationFiles } from './project.ts';
import { importApi } from './specification.ts';

const library = fileURLToPath(new URL('testing/library.yaml', import.meta.url));

/** The specification of a description: what was imported, and the mistakes that `check` finds in it. */
async function imported(source = library, prices = ['0.01', 'health=0']) {
  const api = importApi(await readApi(source), readPrices(prices));
  const { caip2, address, domain } = findNetwork('base');
  const view = {
    host: 'library',
    network: 'base-usdc',
    caip2,
    networkName: 'Base',
    asset: { address, domain },
    window: 300,
  };
  const files = specificationFiles(api, { host: 'library', view, source });
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-imported-'));
  try {
    for (const { path, text } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const { model, diagnostics } = await readSpec(folder);
    return { api, model, diagnostics };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const { api, model, diagnostics } = await imported();
const operations = model?.hosts[0]?.operations ?? [];

test('a description becomes a specification without mistakes', () => {
  expect(diagnostics).toEqual([]);
  const lines = operations.map(({ method, path, auth, price }) => `${method} ${path} ${price?.id ?? auth}`);
  expect(lines.toSorted()).toEqual(
    [
      'DELETE /api/v2/books/{book_id} call',
      'DELETE /api/v2/scans/{id} wallet',
      'GET /.well-known/x402 none',
      'GET /openapi.json none',
      'GET /api/v2/scans/{id} wallet',
      'GET /api/v2/health none',
      'GET /api/v2/books call',
      'PUT /api/v2/books call-0-02',
      'POST /api/v2/scans call',
      'POST /api/v2/covers call',
    ].toSorted(),
  );
});

test('a call that starts something with a state, and the call that asks for it, are a job', () => {
  const [view] = model?.hosts ?? [];
  expect(view?.machines['scans-job']).toMatchObject({
    initial: 'queued',
    reads: { state: '/state', id: '/id' },
    transitions: [
      { from: ['queued'], on: 'upstream.started', to: 'running' },
      { from: ['running'], on: 'poll', to: 'done', effects: ['settle-once'] },
      { from: ['queued'], on: 'upstream.failed', to: 'failed', effects: ['release'] },
      { from: ['running'], on: 'upstream.failed', to: 'failed', effects: ['release'] },
      { from: ['queued'], on: 'cancel', to: 'cancelled', effects: ['release'] },
      { from: ['running'], on: 'cancel', to: 'cancelled', effects: ['release'] },
    ],
  });
  const roles = operations.flatMap(({ id, auth, machine }) => (machine ? [`${id} ${machine.role} ${auth}`] : []));
  expect(roles).toEqual(['cancel-scan cancel wallet', 'get-scan poll wallet', 'start-scan create payment']);
});

test('headers are described, as queries are', () => {
  const books = operations.find(({ id }) => id === 'list-books');
  expect(books?.headers).toEqual({ type: 'object', properties: { 'x-branch': { type: 'string', minLength: 1 } } });
});

test('the key of the API is sent as its description says', () => {
  expect(api.key).toEqual({ name: 'x-library-key', prefix: '' });
  expect(api.upstream).toBe('https://library.example/api/v2');
});

test('every part that is left out is listed with its place', () => {
  const places = api.leftovers.map(({ what, places: [place = ''] }) => `${what} (${place.split('library.yaml')[1]})`);
  expect(places).toMatchInlineSnapshot(`
    [
      "The header \`X-Shelf\` of answers is not passed on (:22 /paths/~1books/get/responses/200/headers/X-Shelf)",
      "A default in a test or a map, or in a branch of a parameter, is not filled in (:90 /components/schemas/Book/properties/kind/oneOf/0/additionalProperties/properties/notes/default)",
      "The keyword \`discriminator\` is not checked (:92 /components/schemas/Book/discriminator)",
      "A required property of one direction is optional here (:84 /components/schemas/Book/properties/shelf)",
      "The answer 429 of the API becomes the one of this gateway (:24 /paths/~1books/get/responses/429)",
      "Other operations on a job are left out (:62 /paths/~1scans~1{scanId}~1pages/get)",
      "All buyers reach the API with the one key in UPSTREAM_KEY (:77 /components/securitySchemes/key)",
    ]
  `);
});

test('each advice is a sentence', () => {
  for (const { what, advice } of api.leftovers) {
    expect(what).not.toMatch(/\.$/);
    expect(advice).toMatch(/[.]$/);
  }
});

test.each([
  [['x'], '"x" is no price.'],
  [['-1'], '"-1" is no price.'],
  [['0.0000001'], '"0.0000001" is no price.'],
  [['0.01', 'bokks=1'], 'No tag and no operation of the description is "bokks". Did you mean "books"?'],
  [[], 'has no price. Name one for every call with --price, as in --price 0.01.'],
])('the prices %j are refused', async (prices, message) => {
  await expect(imported(library, prices)).rejects.toThrow(message);
});

test.each([
  ['no-such-file.yaml', 'There is no file no-such-file.yaml.'],
  ['package.json', 'package.json cannot be read as an OpenAPI description'],
])('%s is refused', async (source, message) => {
  await expect(readApi(source)).rejects.toThrow(message);
});

/** Writes files into a folder of their own, and reads the first of them as the description. */
async function importedFiles(files: Readonly<Record<string, unknown>>) {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-described-'));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(content));
    return await imported(join(folder, Object.keys(files)[0] ?? ''), ['0.01']);
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('OpenAPI 3.2 is read as 3.1, and its own methods are listed', async () => {
  const operation = { responses: { 200: { description: 'Found' } } };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.2.0',
      info: { title: 'Notes', version: 1.1 },
      paths: { '/notes': { get: operation, query: operation } },
    },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.api.operations.map(({ id }) => id)).toEqual(['get-notes']);
  expect(read.api.leftovers.map(({ what }) => what)).toEqual(['Methods that OpenAPI 3.2 added are not sold']);
});

test('webhooks are taken over, and those that are no JSON sent by POST are listed', async () => {
  const payload = { schema: { $ref: '#/components/schemas/Note' } };
  const responses = { 200: { description: 'Fine' } };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.1.0',
      info: { title: 'Notes', version: '1' },
      paths: { '/notes': { get: { responses } } },
      webhooks: {
        noteAdded: {
          post: {
            ...{ summary: 'A note is new', description: 'Sent at once.', responses },
            requestBody: { content: { 'application/json; charset=utf-8': payload } },
          },
        },
        ping: { get: { responses } },
      },
      components: { schemas: { Note: { type: 'object', properties: { text: { type: 'string' } } } } },
    },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.model?.hosts[0]?.webhooks).toMatchObject([
    { id: 'note-added', summary: 'A note is new', when: 'Sent at once.', body: { $ref: '#/schemas/Note' } },
  ]);
  expect(read.api.leftovers.map(({ what }) => what)).toEqual(['The webhook `ping` is not described']);
});

test('Swagger 2.0 in several files is read as one description', async () => {
  const response = { 200: { description: 'The note', schema: { $ref: 'note.json' } } };
  const read = await importedFiles({
    'swagger.json': {
      swagger: '2.0',
      info: { title: 'Notes', version: '1' },
      produces: ['application/json'],
      paths: { '/notes': { get: { responses: response }, post: { responses: response } } },
    },
    'note.json': { type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.api.operations.map(({ id }) => id)).toEqual(['get-notes', 'post-notes']);
});

test('a path parameter that is not described may be any text, and is listed', async () => {
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Notes', version: '1' },
      paths: { '/notes/{id}': { get: { responses: { 200: { description: 'Found' } } } } },
    },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.api.leftovers.map(({ what }) => what)).toEqual([
    'The path parameter `id` is not described and may be any text',
  ]);
});

test.each([
  ['X-RateLimit-Limit', { description: 'Requests per hour', example: 5000 }, { count: 5000, window: 3600 }],
  ['X-RateLimit-Limit-Minute', { schema: { type: 'integer', default: 60 } }, { count: 60, window: 60 }],
  ['RateLimit-Policy', { schema: { type: 'string', example: '100;w=10' } }, { count: 100, window: 10 }],
  ['RateLimit', { example: 'limit=20, remaining=3, reset=5' }, undefined],
  ['X-RateLimit-Limit', { schema: { type: 'integer' } }, undefined],
])('the header %s with %j states %j', async (name, header, limit) => {
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Notes', version: '1' },
      paths: { '/notes': { get: { responses: { 200: { description: 'Found', headers: { [name]: header } } } } } },
    },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.model?.hosts[0]?.limits.map(({ count, window }) => ({ count, window }))).toEqual(limit ? [limit] : []);
  expect(read.api.leftovers.map(({ what }) => what)).toEqual(
    limit ? [] : [`The header \`${name}\` states no calls in a time`],
  );
});

test('a job below another parameter is two calls', async () => {
  const answer = {
    description: 'The build',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['id', 'status'],
          properties: { id: { type: 'string' }, status: { enum: ['queued', 'done'] } },
        },
      },
    },
  };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Builds', version: '1' },
      paths: {
        '/projects/{project}/builds': { post: { responses: { 202: answer } } },
        '/projects/{project}/builds/{id}': { get: { responses: { 200: answer } } },
      },
    },
  });
  expect(read.diagnostics).toEqual([]);
  expect(read.api.jobs).toEqual([]);
});

test('a job has an id of the gateway, and begins in a state that is not its end', async () => {
  const answer = (properties: object) => ({
    description: 'The build',
    content: { 'application/json': { schema: { type: 'object', required: ['id'], properties } } },
  });
  const id = { type: 'string', format: 'uuid', description: 'Id of the build' };
  const status = { type: 'string', enum: ['completed', 'processing', 'failed'] };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Builds', version: '1' },
      paths: {
        '/builds': { post: { responses: { 200: answer({ id }) } } },
        '/builds/{id}': { get: { responses: { 200: answer({ id, status }) } } },
      },
    },
  });
  expect(read.diagnostics).toEqual([]);
  const [view] = read.model?.hosts ?? [];
  expect(view?.machines['builds-job']?.initial).toBe('processing');
  const responses = view?.operations.flatMap((each) => (each.machine ? each.responses : []));
  expect(responses?.map(({ schema }) => Object(schema).properties.id)).toEqual([
    { type: 'string', description: 'Id of the build' },
    { type: 'string', description: 'Id of the build' },
  ]);
});

test('a call that looks like a job without a list of its states is noted', async () => {
  const answer = (properties: object) => ({
    description: 'The build',
    content: { 'application/json': { schema: { type: 'object', properties } } },
  });
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Builds', version: '1' },
      paths: {
        '/builds': { post: { responses: { 200: answer({ id: { type: 'string' } }) } } },
        '/builds/{id}': { get: { responses: { 200: answer({ status: { type: 'string' } }) } } },
      },
    },
  });
  expect(read.api.jobs).toEqual([]);
  expect(read.api.leftovers.map(({ what }) => what)).toContain(
    'The states of a job are not listed, so that each call of it is sold by itself',
  );
});

test('fields of forms and queries that may be null are what else they are', async () => {
  const nullable = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null };
  const form = {
    type: 'object',
    properties: { size: { type: 'string', nullable: true, enum: ['big', 'small', null] }, parts: { type: 'object' } },
  };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.0.3',
      info: { title: 'Forms', version: '1' },
      paths: {
        '/forms': {
          post: {
            parameters: [{ name: 'copies', in: 'query', schema: nullable }],
            requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } },
            responses: { 204: { description: 'Sent' } },
          },
        },
      },
    },
  });
  expect(read.diagnostics).toEqual([]);
  const operation = read.model?.hosts[0]?.operations.find(({ id }) => id === 'post-forms');
  expect(operation?.query?.properties).toEqual({ copies: { type: 'integer', minimum: 1 } });
  expect(operation?.body?.schema.properties).toMatchObject({
    size: { type: 'string', enum: ['big', 'small'] },
    parts: {},
  });
  expect(read.api.leftovers.map(({ what }) => what)).toEqual([
    'Fields of forms that are lists, objects or files are passed on, and their insides are not checked',
  ]);
});

test('names of properties that are any text need no keyword', async () => {
  const schema = { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'integer' } };
  const read = await importedFiles({
    'openapi.json': {
      openapi: '3.1.0',
      info: { title: 'Counts', version: '1' },
      paths: {
        '/counts': {
          get: { responses: { 200: { description: 'The counts', content: { 'application/json': { schema } } } } },
        },
      },
    },
  });
  const counts = read.model?.hosts[0]?.operations.find(({ id }) => id === 'get-counts');
  expect(counts?.responses[0]?.schema).toEqual({ type: 'object', additionalProperties: { type: 'integer' } });
});
