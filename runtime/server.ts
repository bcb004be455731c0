import { createHttpServer, listen } from './http/listen.ts';
import type { Answer, IncomingCall } from './http/request.ts';
import type { HostDefinition } from './operation.ts';
import { createPipeline, type Handlers, type RequestChecks } from './pipeline.ts';
import type { Services } from './services.ts';

/** The HTTP server of one host. */
export interface GatewayServer {
  /** Listens on a port, 0 for any; on this machine alone unless a hostname is given. */
  listen(port: number, hostname?: string): Promise<{ readonly url: string }>;
  /** Stops listening and waits for the calls under way. The services stay open. */
  close(): Promise<void>;
  /** Forgets the counts of every limit. */
  resetLimits(): void;
}

/** Answers one request; never rejects. */
export type Serve = (call: IncomingCall) => Promise<Answer>;

/** What a server may have besides a host, its handlers and its services. */
export interface ServerOptions {
  readonly checks?: RequestChecks | undefined;
  /** Wraps the whole pipeline. */
  readonly wrap?: ((serve: Serve) => Serve) | undefined;
}

/** Creates the server of a host. An operation without a handler answers 501. */
export function createServer(
  host: HostDefinition,
  handlers: Handlers,
  services: Services,
  { checks, wrap = (serve) => serve }: ServerOptions = {},
): GatewayServer {
  const pipeline = createPipeline(host, handlers, services, checks);
  const server = createHttpServer(wrap(pipeline.serve));

  return {
    async listen(port, hostname = '127.0.0.1') {
      return { url: await listen(server, port, hostname) };
    },
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      return closed;
    },
    resetLimits: pipeline.resetLimits,
  };
}
