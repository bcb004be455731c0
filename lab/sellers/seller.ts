/** Sellers on the official server middlewares, unmodified, for any facilitator. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware as expressPayments, x402ResourceServer } from '@x402/express';
import { paymentMiddleware as honoPayments } from '@x402/hono';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import express from 'express';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { network as base, requestsInSecond, type SoldService, services } from './services.ts';

/** The parts that a seller is made of. */
export interface SellerParts {
  readonly service: SoldService;
  /** Address of the wallet that is paid. */
  readonly payTo: string;
  /** URL of a facilitator. */
  readonly facilitator: string;
  /** CAIP-2 id of the network that is paid on; Base where absent. */
  readonly network?: `${string}:${string}`;
}

/** A seller that serves. */
export interface RunningSeller {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a seller on one middleware. */
export type StartSeller = (parts: SellerParts) => Promise<RunningSeller>;

/** The middlewares by name. */
export const middlewares = { express: startExpress, hono: startHono };

/** A seller to start on a market: a service on a middleware, with the official facilitator or with ours. */
export type MarketSeller = ReturnType<typeof sellersOn>[number];

/** Each service on each middleware, with the official facilitator and with ours. */
export function sellersOn(starts: Readonly<Record<string, StartSeller>>) {
  return Object.entries(starts).flatMap(([name, start]) =>
    services.flatMap((service) =>
      (['official', 'own'] as const).map((facilitator) => ({ name, start, service, facilitator })),
    ),
  );
}

/** The routes that are paid, as the middlewares take them. */
export function paidRoutes({ service, payTo, network = base }: SellerParts) {
  return Object.fromEntries(
    service.routes.map(({ method, path, amount, description }) => [
      `${method} ${path}`,
      {
        accepts: { scheme: 'exact', network, price: `$${Number(amount) / 1e6}`, payTo, maxTimeoutSeconds: 60 } as const,
        description,
        mimeType: 'application/json',
      },
    ]),
  );
}

function resourceServer({ facilitator, network = base }: SellerParts): x402ResourceServer {
  const scheme = network.startsWith('solana:') ? new ExactSvmScheme() : new ExactEvmScheme();
  return new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator })).register(network, scheme);
}

/** Starts a seller on Express. */
async function startExpress(parts: SellerParts): Promise<RunningSeller> {
  const { service, payTo } = parts;
  const app = express();
  const allow = limiter();
  app.use((_, response, next) =>
    allow() ? next() : void response.status(429).set('Retry-After', '1').json({ error: 'Too many requests' }),
  );
  for (const [path, document] of Object.entries(service.documents(payTo, parts.network)))
    app.get(path, (_, response) => void response.json(document));
  app.use(expressPayments(paidRoutes(parts), resourceServer(parts)));
  app.use(express.json({ limit: service.largest, strict: false }));
  for (const { method, path, serve } of service.routes) {
    app[method === 'GET' ? 'get' : 'post'](path, (request, response) => {
      const answer = serve(request.body);
      response.status(answer === undefined ? 422 : 200).json(answer ?? { error: 'The body is not valid' });
    });
  }
  return listen(createServer(app));
}

/** Starts a seller on Hono. */
async function startHono(parts: SellerParts): Promise<RunningSeller> {
  const { service, payTo } = parts;
  const app = new Hono();
  const allow = limiter();
  app.use(async (context, next) =>
    allow() ? next() : context.json({ error: 'Too many requests' }, 429, { 'Retry-After': '1' }),
  );
  for (const [path, document] of Object.entries(service.documents(payTo, parts.network)))
    app.get(path, (context) => context.json(Object(document)));
  app.use(honoPayments(paidRoutes(parts), resourceServer(parts)));
  app.use(bodyLimit({ maxSize: service.largest }));
  for (const { method, path, serve } of service.routes) {
    app.on(method, path, async (context) => {
      const body = method === 'GET' ? undefined : await context.req.json().catch(() => undefined);
      if (method === 'POST' && body === undefined) return context.json({ error: 'The body is not JSON' }, 400);
      const answer = serve(body);
      return answer === undefined
        ? context.json({ error: 'The body is not valid' }, 422)
        : context.json(Object(answer));
    });
  }
  return listen(createServer(getRequestListener(app.fetch)));
}

/** Allows so many requests in each second. */
export function limiter(): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    count += 1;
    return count <= requestsInSecond;
  };
}

/** Serves on a free port of this machine, where idle connections end after the five seconds of Node. */
export async function listen(server: Server): Promise<RunningSeller> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
