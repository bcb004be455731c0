import type { Socket } from 'node:net';
import { BodyMemory } from './body.ts';
import { boundConnections } from './connections.ts';
import { createFetch, type Fetch } from './fetch.ts';
import { createHttpServer, createListener, type Listener, listen } from './listen.ts';
import { Payers } from './payers.ts';
import { createProxies } from './proxies.ts';
import type { Answer, IncomingCall } from './request.ts';

/** Answers one request; never rejects. */
export type Serve = (call: IncomingCall) => Promise<Answer>;

/** An HTTP service, alone on a port or mounted in a framework. */
export interface HttpService {
  /** Handles a `Request`, in frameworks and runtimes that have such handlers. */
  readonly fetch: Fetch;
  /** Handles the requests of a Node server, of Express or of any other framework on one. */
  readonly listener: Listener;
  /** Listens on a port, 0 for any; on this machine alone unless a hostname is given. */
  listen(port: number, hostname?: string): Promise<{ readonly url: string }>;
  /**
   * Stops listening and waits for the calls under way, and for their settlements.
   *
   * After `patience` milliseconds (25,000 by default) it breaks the connections; their calls still run to their end.
   */
  close(patience?: number): Promise<void>;
}

/** Options of an HTTP service. */
export interface HttpServiceOptions {
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-` headers are trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** URL at which callers reach the service, such as `https://api.example/shop`; by default each request tells. */
  readonly publicUrl?: string;
}

/** Milliseconds that calls have to end: less than the half minute after which most systems kill a process. */
const defaultPatience = 25_000;

/** Creates an HTTP service from the function that answers its requests. */
export function createHttpService(
  serve: Serve,
  { trustedProxies = [], publicUrl }: HttpServiceOptions = {},
): HttpService {
  const payers = new Payers();
  const memory = new BodyMemory(payers);
  const underWay = new Set<Promise<unknown>>();
  const base = publicUrl?.replace(/\/$/, '');
  const answer = createFetch(serve, { memory, payers, publicUrl: base }, (work) => void track(work));
  let isEnding = false;
  const proxies = createProxies(trustedProxies);
  const handle = createListener(serve, { memory, payers, proxies, publicUrl: base, isEnding: () => isEnding });

  function track<T>(work: Promise<T>): Promise<T> {
    underWay.add(work);
    const end = () => void underWay.delete(work);
    work.then(end, end);
    return work;
  }

  const listener: Listener = (request, response) => track(handle(request, response));
  const server = createHttpServer(listener);
  boundConnections(server, payers);
  const silent = new Set<Socket>();
  server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))));
  server.on('request', ({ socket }) => silent.delete(socket));

  return {
    fetch: (request, caller) => track(answer(request, caller)),
    listener,
    async listen(port, hostname = '127.0.0.1') {
      return { url: await listen(server, port, hostname) };
    },
    async close(patience = defaultPatience) {
      isEnding = true;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      // Node takes a connection for idle once it has sent a request.
      for (const socket of silent) socket.destroy();
      const timer = setTimeout(() => server.closeAllConnections(), patience);
      await closed;
      clearTimeout(timer);
      await Promise.all(underWay);
    },
  };
}

/** Waits for a server to listen; throws an error that names the reason when it cannot. */
export async function reachable(
  listening: Promise<{ readonly url: string }>,
  hostname: string,
  port: number,
): Promise<string> {
  try {
    return (await listening).url;
  } catch (error) {
    throw new Error(reason(error, hostname, port), { cause: error });
  }
}

function reason(error: unknown, hostname: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${hostname} is in use. Choose a different port, or 0 for any free one.`;
    case 'EACCES':
      return `Port ${port} of ${hostname} requires privileges that this process does not have.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no network interface ${hostname}.`;
    default:
      return `Cannot listen on port ${port} of ${hostname}: ${error instanceof Error ? error.message : error}.`;
  }
}
