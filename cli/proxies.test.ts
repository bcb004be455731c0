import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { loadHosts } from './hosts.ts';
import { directNotice } from './proxies.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listen(server: Server): Promise<string> {
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a proxy that sends every request to `target`, whatever its host, and a target that answers with a page. */
async function proxied() {
  const seen: string[] = [];
  const target = await listen(
    createServer((_, response) => response.setHeader('content-type', 'text/html').end('<p>')),
  );
  const proxy = createServer((incoming, response) => {
    seen.push(incoming.url ?? '');
    const { method = 'GET', headers } = incoming;
    const sent = request(`${target}/`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(sent);
  }).on('connect', (incoming, socket, head) => {
    seen.push(incoming.url ?? '');
    const { hostname, port } = new URL(target);
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
  });
  return { target, proxy: await listen(proxy), seen };
}

const [host = ''] = Object.entries(await loadHosts('generated')).find(([, { auth }]) => auth === 'x402') ?? [];

/** An address that only the proxy of the test can reach. */
const elsewhere = 'http://gateway.invalid';

describe.each(['conform', 'drift'])('%s', (command) => {
  const run = async (url: string, env: NodeJS.ProcessEnv, ...options: readonly string[]) =>
    (await tollwright([command, url, '--host', host, ...options], env)).stderr;

  test('calls through the proxy of the environment, and through that of --proxy', async () => {
    const { proxy, seen } = await proxied();
    expect(await run(elsewhere, { HTTP_PROXY: proxy })).toMatch(/HTML/i);
    expect(seen).toContainEqual(expect.stringContaining('gateway.invalid'));
    seen.length = 0;
    expect(await run(elsewhere, {}, '--proxy', proxy)).toMatch(/HTML/i);
    expect(seen).toContainEqual(expect.stringContaining('gateway.invalid'));
  });

  test('calls hosts of NO_PROXY and this machine directly', async () => {
    const { proxy, seen, target } = await proxied();
    expect(await run(elsewhere, { HTTP_PROXY: proxy, NO_PROXY: 'example.com,gateway.invalid' })).toMatch(
      /host name (does not exist|could not be resolved)/,
    );
    expect(await run(target, { HTTP_PROXY: proxy })).toMatch(/HTML/i);
    expect(seen).toEqual([]);
  });
});

test('directNotice says that a proxy is not used for this machine', () => {
  const env = { HTTP_PROXY: 'http://user:secret@proxy.example:3128' };
  expect(directNotice('http://127.0.0.1:8402', undefined, env)).toBe(
    'HTTP_PROXY is set, but this machine is called directly. Use --proxy to send requests through a proxy.',
  );
  expect(directNotice('http://127.0.0.1:8402', 'http://proxy.example', env)).toBeUndefined();
  expect(directNotice('https://[::1]:8402', undefined, env)).toMatch(/^HTTP_PROXY/);
  expect(directNotice('http://gateway.example', undefined, env)).toBeUndefined();
  expect(directNotice('http://localhost', undefined, {})).toBeUndefined();
});
