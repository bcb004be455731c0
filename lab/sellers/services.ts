/** Two services that sellers sell, whichever middleware takes the money. */

import { isObject } from '@tollwright/runtime/values/json';

/** A route that is paid. */
export interface SoldRoute {
  readonly method: 'GET' | 'POST';
  /** As Express and Hono write it. */
  readonly path: string;
  /** Micro-USDC. */
  readonly amount: bigint;
  readonly description: string;
  /** A valid body. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** JSON Schema of its bodies. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Field of its answers, a text. */
  readonly answer: string;
  /** Answers a call; `undefined` for a body that is not valid. */
  readonly serve: (body: unknown) => unknown;
}

/** A service with its routes and what it publishes of them. */
export interface SoldService {
  readonly name: string;
  readonly routes: readonly SoldRoute[];
  /** Documents by path; `payTo` is the wallet that is paid, on Base unless another network is given. */
  readonly documents: (payTo: string, on?: string) => Readonly<Record<string, unknown>>;
  /** Largest body in bytes. */
  readonly largest: number;
}

/** Requests that a seller serves in a second; more get 429 with `Retry-After`. */
export const requestsInSecond = 40;

/** The network of all sellers: Base, whose USDC the local chain has. */
export const network = 'eip155:8453';

const usd = (amount: bigint) => (Number(amount) / 1e6).toString();

/** Sells text, and describes itself in OpenAPI. */
const texts: SoldService = {
  name: 'texts',
  largest: 1000,
  routes: [
    {
      method: 'GET',
      path: '/proverb',
      amount: 1000n,
      description: 'A proverb',
      answer: 'proverb',
      serve: () => ({ proverb: 'Measure twice, cut once.' }),
    },
    {
      method: 'POST',
      path: '/translate',
      amount: 2500n,
      description: 'A translation',
      body: { text: 'Good morning', to: 'nl' },
      schema: { type: 'object', required: ['text'], properties: { text: { type: 'string' }, to: { type: 'string' } } },
      answer: 'text',
      serve: (body) => {
        if (!isObject(body)) return undefined;
        const { text, to = 'nl' } = body;
        return typeof text === 'string' && typeof to === 'string' ? { text: 'Goedemorgen' } : undefined;
      },
    },
  ],
  documents: () => ({
    '/openapi.json': {
      openapi: '3.1.0',
      info: { title: 'Texts', version: '1.0.0' },
      paths: {
        '/proverb': { get: { summary: 'A proverb', ...info('fixed', { amount: usd(1000n) }) } },
        '/translate': {
          post: {
            summary: 'A translation',
            requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Text' } } } },
            ...info('dynamic', { min: usd(2000n), max: usd(2500n) }),
          },
        },
        '/about': { get: { summary: 'Who translates' } },
      },
      components: {
        schemas: {
          Text: {
            type: 'object',
            required: ['text', 'to'],
            properties: { text: { type: 'string', example: 'Good morning' }, to: { enum: ['nl', 'fr'] } },
          },
        },
      },
    },
  }),
};

function info(mode: string, amounts: Readonly<Record<string, string>>) {
  const price = { mode, currency: 'USD', ...amounts };
  return { 'x-payment-info': { price, protocols: [{ x402: {} }] }, responses: { 200: { description: 'Served' } } };
}

/** Sells charts, two for one price, and lists them in a manifest. */
const charts: SoldService = {
  name: 'charts',
  largest: 100_000,
  routes: [
    {
      method: 'POST',
      path: '/charts/bars',
      amount: 4000n,
      description: 'A bar chart',
      body: {},
      schema: { type: 'object' },
      answer: 'svg',
      serve: (body) => (isObject(body) ? { svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' } : undefined),
    },
    {
      method: 'GET',
      path: '/charts/lines',
      amount: 4000n,
      description: 'A line chart',
      answer: 'svg',
      serve: () => ({ svg: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
    },
  ],
  documents: (payTo, on = network) => ({
    '/.well-known/x402': {
      version: 1,
      resources: ['/charts/bars', '/charts/lines'],
      items: [
        { resource: { url: '/charts/bars', method: 'POST' }, accepts: [{ scheme: 'exact', network: on, payTo }] },
        { resource: { url: '/charts/lines', method: 'GET' }, accepts: [{ scheme: 'exact', network: on, payTo }] },
      ],
    },
  }),
};

/** The services that are sold. */
export const services: readonly SoldService[] = [texts, charts];
