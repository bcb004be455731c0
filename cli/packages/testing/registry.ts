/** A registry of the packages of this repository, which sends npm to the usual one for all others. */

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { execute, type PackedPackages } from './packed.ts';

/** A registry on a port of this machine. */
export interface Registry {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves the packed packages as if they were published. */
export async function startRegistry({ folder, runtime, kit }: PackedPackages): Promise<Registry> {
  const usual = (await execute('npm', ['config', 'get', 'registry'], '.')).stdout.trim().replace(/\/$/, '');
  const packages = await Promise.all([
    published(kit, join(folder, 'dist/tollwright')),
    published(runtime, join(folder, 'dist/runtime')),
  ]);
  const server = createServer(({ url = '', headers: { host } }, response) => {
    const path = decodeURIComponent(url.slice(1));
    const found = packages.find(({ name, file }) => path === name || path === file);
    if (!found) return void response.writeHead(307, { location: `${usual}${url}` }).end();
    if (path === found.file) return void response.end(found.bytes);
    const { name, manifest, file, integrity } = found;
    const version = { ...manifest, dist: { tarball: `http://${host}/${file}`, integrity } };
    const body = { name, 'dist-tags': { latest: manifest.version }, versions: { [manifest.version]: version } };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function published(tarball: string, folder: string) {
  const bytes = await readFile(tarball);
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  return { name: `${manifest.name}`, manifest, file: basename(tarball), bytes, integrity };
}
