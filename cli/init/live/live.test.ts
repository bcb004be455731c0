/** A running seller becomes a project that asks for the same prices and is green before a handler is written. */

import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway } from '#gateway/testing/gateway.ts';
import { payTo } from '#lab/sellers/market.ts';
import { listen, middlewares, type RunningSeller } from '#lab/sellers/seller.ts';
import { network, services } from '#lab/sellers/services.ts';
import { createStubbedFacilitator } from '../../bench/stubbed-facilitator.ts';
import { generated, isOfSpec, judge, makeFolder, serve } from '../../testing/recipe.ts';
import { findNetwork } from '../networks.ts';
import { readPrices } from '../openapi/prices.ts';
import type { ImportedApi } from '../openapi/specification.ts';
import { apiProject } from '../project.ts';
import { askedIn } from './offers.ts';
import { readSeller } from './seller.ts';
import { type Fields, routes, startAffine } from './testing/affine.ts';

let folder: string;
const running: { close(): Promise<unknown> }[] = [];
beforeAll(async () => {
  folder = await makeFolder();
});
afterAll(async () => {
  for (const each of running) await each.close();
  await rm(folder, { recursive: true });
});

/** Makes a project of a seller. */
async function made(name: string, url: string) {
  const seller = await readSeller(url, { prices: readPrices([]), progress: () => {} });
  const project = join(folder, name);
  const files = apiProject(project, { host: 'gateway', network: seller.network }, seller.api, url, seller.window);
  await generated(project, files.filter(isOfSpec));
  return { ...seller, project };
}

async function started<Server extends { close(): Promise<unknown> }>(server: Promise<Server>): Promise<Server> {
  running.push(await server);
  return server;
}

async function expectGreen(project: string): Promise<void> {
  const { results, summary } = await judge(project, project);
  const odd = results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error');
  expect(odd.map(({ rule, detail }) => ({ rule, detail }))).toEqual([]);
  expect(summary.pass).toBeGreaterThan(15);
}

/** The things that a project leaves out, each with its places. */
const left = ({ api }: { readonly api: ImportedApi }, url: string) =>
  Object.fromEntries(
    api.leftovers.map(({ what, places }) => [what, places.map((place) => place.replace(url, 'SELLER'))]),
  );

/** Micro-USDC that a server asks for. */
async function amountAt(url: string, route: string, fields: Fields): Promise<string> {
  const [method = '', path = ''] = route.split(' ');
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const request =
    method === 'GET'
      ? fetch(`${url}${path}?${query}`)
      : fetch(url + path, { method, body: JSON.stringify(fields), headers: { 'content-type': 'application/json' } });
  const response = await request;
  const received = { status: response.status, headers: Object.fromEntries(response.headers), json: undefined };
  const rest = { rawHeaders: [], text: '', events: [], cut: false };
  return String(askedIn({ method, path }, { ...received, ...rest })?.offers[0]?.amount);
}

test('a price that grows with numbers is asked for as the seller asks for it', async () => {
  const seller = await started(startAffine());
  const project = await made('affine', seller.url);
  expect(project.window).toBe(90);
  const prices = [...project.api.files].flatMap(([path, content]) => (path.startsWith('prices/') ? [content] : []));
  expect(prices).toMatchInlineSnapshot(`
    [
      {
        "breakdown": {
          "call": "0.002",
          "n_price": "n_price",
          "seconds_price": "seconds_price",
        },
        "formula": "n_price + seconds_price + 0.002",
        "from": "offer-004",
        "inputs": {
          "n_price": "request.n * 0.0125",
          "seconds_price": "has(request.seconds) ? request.seconds * 0.00040025 : 0.002001",
        },
        "kind": "quoted",
        "price": "post-clips-price",
        "rounding": {
          "mode": "half-up",
          "status": "assumed",
        },
        "status": "assumed",
        "summary": "A price that grows with \`n\` and \`seconds\`",
      },
      {
        "breakdown": {
          "days_price": "days_price",
        },
        "formula": "days_price",
        "from": "offer-004",
        "inputs": {
          "days_price": "query.days * 0.0005",
        },
        "kind": "quoted",
        "price": "get-forecast-price",
        "rounding": {
          "mode": "half-up",
          "status": "assumed",
        },
        "status": "assumed",
        "summary": "A price that grows with \`days\`",
      },
      {
        "breakdown": {
          "call": "0.003",
        },
        "formula": "0.003",
        "from": "offer-004",
        "inputs": {},
        "kind": "quoted",
        "price": "call-0-003",
        "rounding": {
          "mode": "half-up",
          "status": "assumed",
        },
        "status": "assumed",
        "summary": "One price for each call",
      },
      {
        "breakdown": {
          "call": "0.004",
        },
        "formula": "0.004",
        "from": "offer-004",
        "inputs": {},
        "kind": "quoted",
        "price": "call-0-004",
        "rounding": {
          "mode": "half-up",
          "status": "assumed",
        },
        "status": "assumed",
        "summary": "One price for each call",
      },
      {
        "breakdown": {
          "call": "0.001",
          "lines_price": "lines_price",
        },
        "formula": "lines_price + 0.001",
        "from": "offer-004",
        "inputs": {
          "lines_price": "has(query.lines) ? query.lines * 0.00025 : 0.0005",
        },
        "kind": "quoted",
        "price": "get-quote-price",
        "rounding": {
          "mode": "half-up",
          "status": "assumed",
        },
        "status": "assumed",
        "summary": "A price that grows with \`lines\`",
      },
    ]
  `);
  expect(left(project, seller.url)).toMatchInlineSnapshot(`
    {
      "A call for which the description names no payment is free": [
        "SELLER/openapi.json /paths/~1status/get",
      ],
      "A price depends on more than the formula that was found": [
        "POST /v1/enlarge times",
        "POST /v1/drawings style",
      ],
      "The API behind the seller is not known": [
        "SELLER",
      ],
      "The wallet that is paid is not taken over": [
        "0x4040404040404040404040404040404040404040",
      ],
    }
  `);
  await expectGreen(project.project);

  const { url } = await started(serve(project.project, 'token'));
  const requests = fc.oneof(
    fc.record({
      route: fc.constant('POST /v1/clips'),
      fields: fc.record(
        {
          prompt: fc.constant('A kite'),
          n: fc.integer({ min: 1, max: 10 }),
          seconds: fc.integer({ min: 2, max: 900 }).map((halves) => halves / 2),
        },
        { requiredKeys: ['prompt'] },
      ),
    }),
    fc.record({
      route: fc.constant('GET /v1/forecast'),
      fields: fc.record({ days: fc.integer({ min: 1, max: 14 }) }),
    }),
    fc.record({
      route: fc.constant('GET /v1/quote'),
      fields: fc.record({ lines: fc.integer({ min: 1, max: 8 }) }, { requiredKeys: [] }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(requests, async ({ route, fields }) => {
      expect(await amountAt(url, route, fields)).toBe(String(routes[route]?.amount(fields)));
    }),
    { numRuns: 60 },
  );
});

const sellers = Object.entries(middlewares).flatMap(([name, start]) =>
  services.map((service) => ({ name, start, service })),
);

test.each(sellers)('$service.name on $name is sold at its prices', async ({ name, start, service }) => {
  const facilitator = createStubbedFacilitator({ network, asset: findNetwork(network).address });
  const supported = await started(
    listen(createServer((_, response) => void response.end(JSON.stringify(facilitator.getSupported())))),
  );
  const seller: RunningSeller = await started(start({ service, payTo, facilitator: supported.url }));
  const project = await made(`${name}-${service.name}`, seller.url);
  const { url } = await started(serve(project.project, 'token'));
  for (const { method, path, amount, body = {} } of service.routes)
    expect(await amountAt(url, `${method} ${path}`, body)).toBe(String(amount));
  await expectGreen(project.project);
});

test('a host of the built-in service is read with few calls, and keeps the prices of its examples', async () => {
  const gateway = await started(startTestGateway({ host: 'base' }));
  const calls: string[] = [];
  const { api } = await readSeller(gateway.url, {
    prices: readPrices([]),
    progress: (sentence) => calls.push(sentence),
  });
  expect(api.files.get('prices/search-price.yaml')).toMatchObject({
    inputs: { max_results_price: 'request.max_results * 0.02625' },
    formula: 'max_results_price + 0.001',
    status: 'assumed',
  });
  expect(Number(/, (\d+) calls$/.exec(calls.at(-1) ?? '')?.[1])).toBeLessThan(400);
});

test.each([
  [
    404,
    'asks for no payment that can be read. Paid routes stand in /openapi.json (x-payment-info) or /.well-known/x402.',
  ],
  [undefined, 'cannot be read: '],
])('a server that answers %s is refused with a sentence', async (status, sentence) => {
  const server = await listen(createServer((_, response) => void response.writeHead(status ?? 500).end()));
  if (status === undefined) await server.close();
  else await started(Promise.resolve(server));
  await expect(made('none', server.url)).rejects.toThrow(sentence);
});
