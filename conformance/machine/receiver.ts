import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';

/** A webhook as it was received. */
export interface ReceivedWebhook {
  readonly contentType: string;
  readonly text: string;
  /** The parsed body; absent where it is no JSON. */
  readonly json?: unknown;
}

/** An address that takes webhooks. */
export interface Hook {
  readonly url: string;
  readonly received: readonly ReceivedWebhook[];
  /** Waits until one has come, or so many milliseconds. */
  arrival(patience: number): Promise<void>;
}

/** A server on this machine with an address for each job. */
export interface Receiver extends AsyncDisposable {
  hook(): Hook;
}

/** Opens a receiver on a free port. */
export async function openReceiver(): Promise<Receiver> {
  const hooks = new Map<string, (webhook: ReceivedWebhook) => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const contentType = request.headers['content-type'] ?? '';
    const take = request.method === 'POST' ? hooks.get(request.url ?? '') : undefined;
    take?.({ contentType, ...bodyOf(Buffer.concat(chunks).toString()) });
    response.writeHead(take ? 204 : 404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    hook() {
      const path = `/hooks/${hooks.size}`;
      const received: ReceivedWebhook[] = [];
      const first = Promise.withResolvers<void>();
      hooks.set(path, (webhook) => {
        received.push(webhook);
        first.resolve();
      });
      return {
        url: `http://127.0.0.1:${port}${path}`,
        received,
        arrival: (patience) => Promise.race([first.promise, setTimeout(patience, undefined, { ref: false })]),
      };
    },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function bodyOf(text: string): Omit<ReceivedWebhook, 'contentType'> {
  try {
    return { text, json: JSON.parse(text) };
  } catch {
    return { text };
  }
}
