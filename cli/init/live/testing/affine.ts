/** A seller whose prices grow with what is asked for. */

import { createServer } from 'node:http';
import { isObject } from '@tollwright/runtime/values/json';
import { listen, type RunningSeller } from '#lab/sellers/seller.ts';

/** Fields of a request, from its body or its query. */
export type Fields = Readonly<Record<string, unknown>>;

interface PricedRoute {
  /** Micro-USDC of a request. */
  readonly amount: (fields: Fields) => number;
  /** Its description for discovery. */
  readonly bazaar?: unknown;
}

/** The prices of the seller by route; it takes five seconds where a request names none. */
export const routes: Readonly<Record<string, PricedRoute>> = {
  'POST /v1/clips': {
    amount: ({ n = 1, seconds = 5 }) => Math.round(2000 + 12_500 * Number(n) + 400.25 * Number(seconds)),
  },
  'GET /v1/forecast': { amount: ({ days }) => 500 * Number(days) },
  'POST /v1/enlarge': { amount: ({ times }) => Math.max(3000, 1000 * Number(times)) },
  'POST /v1/drawings': { amount: ({ style = 'plain' }) => (style === 'oil' ? 9000 : 4000) },
  'GET /v1/quote': {
    amount: ({ lines }) => 1000 + 250 * Number(lines ?? 2),
    bazaar: {
      info: { input: { type: 'http', method: 'GET' }, output: { type: 'json', example: { text: 'To be' } } },
      schema: {
        properties: {
          input: {
            properties: {
              queryParams: { properties: { lines: { type: 'integer', minimum: 1, maximum: 8 } }, required: [] },
            },
          },
          output: { properties: { example: { type: 'object', properties: { text: { type: 'string' } } } } },
        },
      },
    },
  },
};

const info = {
  'x-payment-info': { price: { mode: 'dynamic', currency: 'USD', min: '0.0005', max: '1' }, protocols: [{ x402: {} }] },
  responses: { 200: { description: 'Made', content: { 'application/json': { schema: { type: 'object' } } } } },
};

const bodyOf = (properties: Fields, required: readonly string[]) => ({
  requestBody: {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required, properties } } },
  },
});

const description = {
  openapi: '3.1.0',
  info: { title: 'Made to measure', version: '1' },
  servers: [{ url: '/v1' }],
  paths: {
    '/clips': {
      post: {
        ...bodyOf(
          {
            prompt: { type: 'string', minLength: 1 },
            n: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
            seconds: { type: 'number', minimum: 1, multipleOf: 0.5 },
            strength: { type: 'number', minimum: 0, maximum: 1 },
            loop: { type: 'boolean' },
          },
          ['prompt'],
        ),
        ...info,
      },
    },
    '/forecast': {
      get: {
        parameters: [
          { name: 'days', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 14 } },
        ],
        ...info,
      },
    },
    '/enlarge': {
      post: { ...bodyOf({ times: { type: 'integer', minimum: 1, maximum: 16 } }, ['times']), ...info },
    },
    '/drawings': { post: { ...bodyOf({ style: { enum: ['plain', 'oil'] } }, []), ...info } },
    '/status': { get: { responses: { 200: { description: 'It is up' } } } },
  },
};

/** Starts the seller. It serves nothing: each call is asked to be paid. */
export async function startAffine(): Promise<RunningSeller> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://seller');
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const documents: Fields = { '/openapi.json': description, '/.well-known/x402': { resources: ['/v1/quote'] } };
    const route = routes[`${request.method} ${pathname}`];
    if (!route) {
      response.writeHead(documents[pathname] ? 200 : 404, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(documents[pathname] ?? {}));
    }
    const body: unknown = chunks.length > 0 ? JSON.parse(String(Buffer.concat(chunks))) : {};
    const amount = route.amount({ ...Object.fromEntries(searchParams), ...(isObject(body) && body) });
    const required = JSON.stringify(requirements(amount, route.bazaar));
    response.writeHead(402, { 'PAYMENT-REQUIRED': Buffer.from(required).toString('base64') });
    response.end();
  });
  return listen(server);
}

function requirements(amount: number, bazaar: unknown) {
  const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
  return {
    x402Version: 2,
    resource: { description: 'Made on demand', mimeType: 'application/json' },
    accepts: [
      {
        ...{ scheme: 'exact', network: 'eip155:8453', amount: String(amount), asset: usdc, maxTimeoutSeconds: 90 },
        ...{ payTo: `0x${'40'.repeat(20)}`, extra: { name: 'USD Coin', version: '2' } },
      },
    ],
    ...(bazaar !== undefined && { extensions: { bazaar } }),
  };
}
