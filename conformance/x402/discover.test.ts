import { describe, expect, test } from 'vitest';
import type { Client } from '../http/client.ts';
import { discoverRoutes as discover } from './discover.ts';

const documents = { description: '/openapi.json', manifest: '/.well-known/x402' };

const discoverRoutes = (client: Client) => discover(client, '', documents);

/** A client of a seller that has some documents; other paths have status 404. */
function clientOf(published: Readonly<Record<string, unknown>>): Client {
  return {
    exchange: async ({ path }) => {
      const json = published[path];
      const status = typeof json === 'number' ? json : json === undefined ? 404 : 200;
      return { status, headers: {}, rawHeaders: [], text: '', json, events: [], cut: false };
    },
    close: async () => {},
  };
}

const price = (amounts: object) => ({ price: { currency: 'USD', ...amounts }, protocols: [{ x402: {} }] });

const description = {
  servers: [{ url: 'https://seller.example/v2' }],
  paths: {
    '/free': { get: {} },
    '/words/{id}': {
      parameters: [{ $ref: '#/components/parameters/Id' }],
      get: {
        parameters: [{ name: 'lang', in: 'query', required: true, schema: { enum: ['en', 'nl'] } }],
        'x-payment-info': price({ mode: 'fixed', amount: '0.01' }),
      },
    },
    '/say': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Say' } } } },
        'x-payment-info': price({ mode: 'dynamic', min: '0.001', max: '1' }),
      },
    },
  },
  components: {
    parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: 'a b' } },
    schemas: {
      Say: {
        type: 'object',
        required: ['text', 'voice'],
        properties: {
          text: { type: 'string', minLength: 2 },
          voice: { allOf: [{ $ref: '#/components/schemas/Voice' }] },
          speed: { type: 'number' },
        },
      },
      Voice: { type: 'object', required: ['name'], properties: { name: { const: 'alto' } } },
    },
  },
};

describe('discoverRoutes', () => {
  test('reads paid operations of a description, with samples of what they take', async () => {
    const routes = await discoverRoutes(clientOf({ '/openapi.json': description }));
    expect(routes).toMatchObject([
      { method: 'GET', path: '/v2/words/a%20b?lang=en', price: { min: 10_000n, max: 10_000n } },
      {
        method: 'POST',
        path: '/v2/say',
        price: { min: 1000n, max: 1_000_000n },
        body: { text: '{"text":"aa","voice":{"name":"alto"}}', contentType: 'application/json' },
      },
    ]);
  });

  test('reads the resources of a manifest, whose method it tries where none is stated', async () => {
    const manifest = { version: 1, resources: ['https://seller.example/ask', '/look'] };
    const found = await discoverRoutes(clientOf({ '/.well-known/x402': manifest, '/ask': 405, '/look': 402 }));
    expect(found.map(({ method, path, body }) => [method, path, body?.text])).toEqual([
      ['POST', '/ask', '{}'],
      ['GET', '/look', undefined],
    ]);
  });

  test('joins what both documents say about a route', async () => {
    const accepts = [{ network: 'eip155:8453' }];
    const manifest = { items: [{ resource: { url: 'https://seller.example/v2/say', method: 'POST' }, accepts }] };
    const routes = await discoverRoutes(clientOf({ '/openapi.json': description, '/.well-known/x402': manifest }));
    expect(routes).toHaveLength(2);
    expect(routes[1]).toMatchObject({ path: '/v2/say', accepts, price: { max: 1_000_000n } });
  });

  test.each([{}, { '/openapi.json': '<html>' }, { '/openapi.json': { paths: [] }, '/.well-known/x402': [1] }])(
    'finds nothing in %j',
    async (published) => {
      expect(await discoverRoutes(clientOf(published))).toEqual([]);
    },
  );
});
