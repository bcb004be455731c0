/** Sellers on the official middleware of Next.js. It needs `next`, so it is installed in a folder of its own. */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { parseJson } from '@tollwright/runtime/values/encoding';
import { limiter, listen, paidRoutes, type StartSeller } from './seller.ts';
import { network, type SoldRoute } from './services.ts';

/** The middleware, with the x402 packages of the version that it asks for. */
const packages = ['@x402/next@2.25.0', '@x402/evm@2.25.0', 'next@16.4.6'];

/** The middleware in its folder. */
export interface InstalledNext {
  readonly start: StartSeller;
  remove(): Promise<void>;
}

/** A handler of a route, as `app/<path>/route.ts` exports it. */
type RouteHandler = (request: Request) => Promise<Response>;

/** The function of the middleware for routes of an API. */
interface NextPayments {
  withX402(handler: RouteHandler, routes: unknown, server: unknown): RouteHandler;
}

/** Installs the middleware. Returns the reason if the registry does not have it. */
export async function installNext(): Promise<InstalledNext | string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-next-'));
  const remove = () => rm(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  // What is optional draws pictures and compiles pages.
  const quietly = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline'];
  try {
    await promisify(execFile)('npm', ['install', ...quietly, ...packages], { cwd: folder });
  } catch (error) {
    await remove();
    return `${packages.join(', ')} could not be installed: ${String(error).slice(0, 300)}`;
  }
  return { start: startIn(folder), remove };
}

/** Makes a function that starts sellers with the packages of a folder. */
function startIn(folder: string): StartSeller {
  const load = createRequire(join(folder, 'package.json'));
  // The types are those of the versions that this repository has; the parts that are used here are the same.
  const { HTTPFacilitatorClient, x402ResourceServer }: typeof import('@x402/core/server') = load('@x402/core/server');
  const { ExactEvmScheme }: typeof import('@x402/evm/exact/server') = load('@x402/evm/exact/server');
  const { withX402 }: NextPayments = load('@x402/next');
  const { NextRequest }: { readonly NextRequest: typeof Request } = load('next/server');

  return async (parts) => {
    const { service, payTo, facilitator } = parts;
    const client = new HTTPFacilitatorClient({ url: facilitator });
    const server = new x402ResourceServer(client).register(network, new ExactEvmScheme());
    const paid = paidRoutes(parts);
    const handlers = new Map<string, RouteHandler>();
    for (const [path, document] of Object.entries(service.documents(payTo)))
      handlers.set(`GET ${path}`, async () => Response.json(document));
    for (const route of service.routes) {
      const key = `${route.method} ${route.path}`;
      handlers.set(key, withX402(handlerOf(route, service.largest), paid[key], server));
    }
    const allow = limiter();
    // Next.js finds the handler of a request by its path, and calls it with a `NextRequest`.
    const answer = async (request: Request): Promise<Response> => {
      if (!allow()) return refusal(429, 'Too many requests', { 'Retry-After': '1' });
      const { url, method, headers, body } = request;
      const handler = handlers.get(`${method} ${new URL(url).pathname}`);
      return handler?.(new NextRequest(url, { method, headers, body, duplex: 'half' })) ?? refusal(404, 'Not found');
    };
    return listen(createServer(getRequestListener(answer)));
  };
}

/** Makes the handler of a route. */
function handlerOf({ method, serve }: SoldRoute, largest: number): RouteHandler {
  return async (request) => {
    const text = method === 'GET' ? '' : await request.text();
    if (Buffer.byteLength(text) > largest) return refusal(413, 'The body is too large');
    const body = parseJson(text);
    if (method === 'POST' && body === undefined) return refusal(400, 'The body is not JSON');
    const answer = serve(body);
    return answer === undefined ? refusal(422, 'The body is not valid') : Response.json(answer);
  };
}

function refusal(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Response {
  return Response.json({ error }, { status, headers });
}
