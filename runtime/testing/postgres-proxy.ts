import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A stand-in between a process and its PostgreSQL, which loses connections at chosen moments. */
export interface PostgresProxy {
  /** URL of the same database through the proxy. */
  readonly url: string;
  /** Leads new connections to the database of another URL of this kind. */
  to(url: string): void;
  /** Cuts every connection. */
  cut(): void;
  /**
   * Loses the connection of one message, counted from 0 over all connections from now on.
   *
   * `answer`: the server has carried it out, and its answer is lost. `message`: the server never sees it. Resolves once it is lost.
   */
  lose(message: number, what: 'answer' | 'message'): Promise<void>;
  /** Messages since the last call of `lose`. */
  count(): number;
  close(): Promise<void>;
}

const socketName = '.s.PGSQL.5432';

function socketOf(url: URL): string {
  return join(url.searchParams.get('host') ?? '', socketName);
}

/** Starts a proxy before the database of this URL, whose host is a folder with a socket. */
export async function startPostgresProxy(url: string): Promise<PostgresProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'pg-proxy-'));
  chmodSync(folder, 0o755);
  const target = new URL(url);
  let server = socketOf(target);
  const open = new Set<Socket>();
  let counted = 0;
  let loss: { readonly message: number; readonly what: 'answer' | 'message'; readonly done: () => void } | undefined;

  const proxy = createServer((client) => {
    const upstream = connect(server);
    let isLosing = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (chunk) => {
      const isHit = loss?.message === counted;
      counted += 1;
      if (isHit) loss?.done();
      if (isHit && loss?.what === 'message') return end();
      isLosing ||= isHit;
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (isLosing) end();
      else client.write(chunk);
    });
  });
  proxy.listen(join(folder, socketName));
  await new Promise((resolve) => proxy.once('listening', resolve));
  // A pooler before it runs as another user.
  chmodSync(join(folder, socketName), 0o777);
  target.searchParams.set('host', folder);

  return {
    url: target.href,
    to(other) {
      server = socketOf(new URL(other));
    },
    cut() {
      for (const socket of open) socket.destroy();
    },
    lose(message, what) {
      counted = 0;
      const { promise, resolve: done } = Promise.withResolvers<void>();
      loss = { message, what, done };
      return promise;
    },
    count: () => counted,
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}
