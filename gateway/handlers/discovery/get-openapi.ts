import { fileURLToPath } from 'node:url';
import type { Handlers } from '#generated/handlers.ts';

const folder = new URL('../../../generated/openapi/', import.meta.url);

/** The description of each host in one piece, put together when it is first requested. */
const bundled = new Map<string, Promise<object>>();

/** Serves the emitted description of the host, with the requested origin as its server. */
export function getOpenapi(): Handlers['get-openapi'] {
  return async ({ host, origin }) => {
    const description = bundled.get(host.id) ?? bundleOf(host.id);
    bundled.set(host.id, description);
    return { status: 200, body: { ...(await description), servers: [{ url: origin }] } };
  };
}

async function bundleOf(host: string): Promise<object> {
  // Loaded on the first request, since most gateways start and stop without one.
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser');
  return SwaggerParser.bundle(fileURLToPath(new URL(`${host}.json`, folder)));
}
