import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';

const request = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
});

/** A provider that a test started. */
export interface Upstream {
  readonly url: string;
  /** Contents of the last messages that it was sent. */
  readonly asked: readonly string[];
  /** Models that it was asked for. */
  readonly models: readonly string[];
  close(): Promise<void>;
}

/** Starts a provider that speaks the chat completions of OpenAI to callers that have its key. */
export async function startOpenAiUpstream(key: string): Promise<Upstream> {
  const asked: string[] = [];
  const models: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const send = (status: number, body: unknown) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (incoming.headers.authorization !== `Bearer ${key}`) return send(401, { error: { message: 'Wrong key.' } });
    if (incoming.url !== '/v1/chat/completions') return send(404, { error: { message: 'No such path.' } });
    const parsed = request.safeParse(await json(incoming));
    if (!parsed.success) return send(400, { error: { message: parsed.error.message } });
    const { model, messages } = parsed.data;
    const content = `You said: ${messages.at(-1)?.content}`;
    models.push(model);
    asked.push(messages.at(-1)?.content ?? '');
    const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
    const usage = { prompt_tokens: 8, completion_tokens: 4, total_tokens: 12 };
    return send(200, { id: 'chatcmpl-1', object: 'chat.completion', created: 1_763_000_000, model, choices, usage });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    models,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
