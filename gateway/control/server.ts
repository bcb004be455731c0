import { once } from 'node:events';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { listen } from '@tollwright/runtime/http/listen';
import { controlApp } from './app.ts';
import type { Deployment } from './deployment.ts';

/** The server of a control API, on an origin of its own. */
export interface ControlServer {
  listen(port: number, hostname: string): Promise<{ readonly url: string }>;
  close(): Promise<void>;
}

/** Milliseconds that an idle connection is kept: a suite may be busy with the gateway itself for longer than Node's five seconds. */
const options = { keepAliveTimeout: 65_000 };

/** Creates the control server of a gateway; callers need the token. */
export function createControlServer(deployment: Deployment, token: string): ControlServer {
  const server = createServer(options, getRequestListener(controlApp(deployment, token).fetch));
  return {
    listen: async (port, hostname) => ({ url: await listen(server, port, hostname) }),
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}
