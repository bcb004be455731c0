import { readFile } from 'node:fs/promises';
import type { Handlers } from '#generated/handlers.ts';

const folder = new URL('../../../generated/openapi/', import.meta.url);

/** Serves the emitted description of the host, with the asked origin as its server. */
export function getOpenapi(): Handlers['get-openapi'] {
  return async ({ host, origin }) => {
    const description = JSON.parse(await readFile(new URL(`${host.id}.json`, folder), 'utf8'));
    return { status: 200, body: { ...description, servers: [{ url: origin }] } };
  };
}
