/** Reverse proxies with TLS that strip the path prefix `/gw`, with their default limits. */

import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Certificate of `localhost` that the fronts have, to be trusted by their callers. */
export const certificate = resolve('conformance/http/fixtures/localhost.pem');
const key = resolve('conformance/http/fixtures/localhost-key.pem');

/** A proxy that runs. */
export interface Front {
  /** URL at which callers reach the gateway, with the prefix. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A program that proxies, from the packages of a Linux distribution. */
export interface FrontProgram {
  readonly name: string;
  readonly isInstalled: boolean;
  /** Starts it in front of a gateway. It returns once the program listens. */
  start(gateway: string): Promise<Front>;
}

/** The programs that are tried. */
export const fronts: readonly FrontProgram[] = [
  frontOf('nginx', '-v', {
    file: 'nginx.conf',
    text: (port, gateway, folder) => `
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    location /gw/ {
      proxy_pass ${gateway}/;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
      proxy_set_header X-Forwarded-Prefix /gw;
    }
  }
}`,
    args: (file, folder) => ['-c', file, '-p', folder, '-e', join(folder, 'error.log')],
  }),
  // Without `buffer_requests`, one stream of a hundred ends early (caddyserver/caddy#5431).
  frontOf('caddy', 'version', {
    file: 'Caddyfile',
    text: (port, gateway) => `
{
  admin off
  auto_https off
}
https://localhost:${port} {
  tls ${certificate} ${key}
  handle_path /gw/* {
    reverse_proxy ${gateway} {
      header_up X-Forwarded-Prefix /gw
      buffer_requests
    }
  }
}`,
    args: (file, folder) => ['start', '--config', file, '--adapter', 'caddyfile', '--pidfile', join(folder, 'pid')],
  }),
];

interface Configuration {
  readonly file: string;
  text(port: number, gateway: string, folder: string): string;
  /** Arguments with which the program goes to the background once it listens. */
  args(file: string, folder: string): readonly string[];
}

function frontOf(name: string, version: string, { file, text, args }: Configuration): FrontProgram {
  return {
    name,
    isInstalled: spawnSync(name, [version]).status === 0,
    async start(gateway) {
      const folder = await mkdtemp(join(tmpdir(), `${name}-`));
      const port = await freePort();
      await mkdir(join(folder, 'proxy'));
      await writeFile(join(folder, file), text(port, gateway, folder));
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      execFileSync(name, args(join(folder, file), folder), { env, stdio: 'ignore' });
      return {
        url: `https://localhost:${port}/gw`,
        async stop() {
          process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGTERM');
          await rm(folder, { recursive: true, force: true });
        },
      };
    },
  };
}

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** An HTTP proxy that opens tunnels, and counts them by their target. */
export async function startTunnels(): Promise<{
  readonly url: string;
  readonly targets: string[];
  stop(): void;
}> {
  const targets: string[] = [];
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', ({ url = '' }, socket, head) => {
    targets.push(url);
    const [hostname, port] = url.split(':');
    const tunnel = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      tunnel.write(head);
      tunnel.pipe(socket).pipe(tunnel);
    });
    const end = () => [tunnel, socket].map((each) => each.destroy());
    tunnel.on('error', end);
    socket.on('error', end);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    targets,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
