import { type OpenapiDocument, readOpenapi } from '@tollwright/runtime/operation/openapi';
import type { Handlers } from '#generated/handlers.ts';

const folder = new URL('../../../generated/openapi/', import.meta.url);

/** The description of each host in one piece, put together when it is first requested. */
const descriptions = new Map<string, OpenapiDocument>();

/** Serves the emitted description of the host, with the requested origin as its server. */
export function getOpenapi(): Handlers['get-openapi'] {
  return ({ host: { id }, origin }) => {
    const description = descriptions.get(id) ?? readOpenapi(new URL(`${id}.json`, folder));
    descriptions.set(id, description);
    return { status: 200, body: { ...description, servers: [{ url: origin }] } };
  };
}
