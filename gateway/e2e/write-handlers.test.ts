/** Each snippet of the guide to handlers, as the file that its first line names, in a project of its own. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createAdaptorServer } from '@hono/node-server';
import type { Gateway } from '@tollwright/runtime/gateway/create';
import { listen } from '@tollwright/runtime/http/listen';
import { sendJson, startUpstream, type TestUpstream } from '@tollwright/runtime/testing/upstream';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { startModels } from '../testing/models.ts';

const guide = readFileSync('docs/write-handlers.md', 'utf8');
const payTo = '0x209693bc6afc0c5328ba36faf03c514ef312287c';
const wallet = createWallet();
const model = 'acme/large';
const messages = [{ role: 'user', content: 'When does the sun rise?' }];

let project: string;
let models: TestUpstream;
let data: TestUpstream;

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'handlers-'));
  for (const name of ['generated', 'node_modules']) await symlink(resolve(name), join(project, name));
  for (const [, code = ''] of guide.matchAll(/```ts\n(.*?)```/gs)) {
    const path = join(project, /^\/\/ (\S+)\n/.exec(code)?.[1] ?? 'unnamed.ts');
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, code);
  }
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  const own = { ...compilerOptions, incremental: false, preserveSymlinks: false };
  await writeFile(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: own, include: ['*.ts', 'handlers'] }),
  );

  models = await startModels();
  data = await startUpstream((response, { url }) =>
    url === '/news/nothing' ? sendJson(response, {}, 404) : sendJson(response, { asked: url }),
  );
  process.env.MODELS_URL = process.env.SPARE_URL = `${models.url}/v1`;
  process.env.DATA_URL = process.env.SEARCH_URL = data.url;
});
afterAll(async () => {
  await Promise.all([models.close(), data.close()]);
  await rm(project, { recursive: true });
});

test('the snippets are compiled strictly', async () => {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project]).catch(
    (error) => error,
  );
  expect(stdout).toBe('');
});

describe('the gateway of the snippets', () => {
  /** Makes a Node server of a gateway, as one of the snippets mounts it. */
  type Mount = (mounts: Mounts, gateway: Gateway) => Promise<Server> | Server;
  type Mounts = {
    inHono(gateway: Gateway): { readonly fetch: (request: Request) => Promise<Response> };
    inExpress(gateway: Gateway): RequestListener;
    inFastify(gateway: Gateway): { readonly server: Server; ready(): PromiseLike<unknown> };
  };
  const mounted: Readonly<Record<string, Mount>> = {
    alone: (_, gateway) => createServer(gateway.listener),
    // The adaptor's type covers servers of HTTP/2, which it creates when it is given one.
    Hono: ({ inHono }, gateway) => createAdaptorServer({ fetch: inHono(gateway).fetch }) as Server,
    Express: ({ inExpress }, gateway) => createServer(inExpress(gateway)),
    async Fastify({ inFastify }, gateway) {
      const app = inFastify(gateway);
      await app.ready();
      return app.server;
    },
  };

  test.each(Object.keys(mounted))('does what the guide says: %s', async (name) => {
    const { openGateway } = await import(join(project, 'gateway.ts'));
    const mounts: Mounts = await import(join(project, 'mounts.ts'));
    const gateway: Gateway = await openGateway({ payTo, defaultBalance: 1_000_000_000n });
    const server = await mounted[name]?.(mounts, gateway);
    if (!server) throw new Error(`Nothing is mounted ${name}.`);
    const client = createClient(await listen(server, 0, '127.0.0.1'));
    const pay = (method: string, path: string, body?: unknown) =>
      client.pay(wallet, method, `/api/v1/${path}`, body === undefined ? {} : { body });
    try {
      const chat = { model, messages };
      expect((await pay('POST', 'chat/completions', chat)).json).toMatchObject({ model, usage: { total_tokens: 12 } });
      expect((await pay('POST', 'chat/completions', { ...chat, stream: true })).events.at(-1)).toBe('[DONE]');
      const message = { model: 'aria/verse', max_tokens: 9, messages };
      expect((await pay('POST', 'messages', message)).json).toMatchObject({ model: 'aria/verse', type: 'message' });
      const counted = { model, input: 'Count.' };
      expect((await pay('POST', 'responses', counted)).json).toEqual({ numbers: [1, 2, 3] });
      expect((await pay('POST', 'responses', { ...counted, stream: true })).events).toHaveLength(3);
      expect((await pay('POST', 'search', { query: 'a b' })).json).toEqual({ asked: '/search?q=a+b' });
      expect((await pay('GET', 'cryptodata/news/feed')).json).toEqual({ asked: '/news/feed' });
      expect(await pay('GET', 'cryptodata/news/nothing')).toMatchObject({
        status: 404,
        json: { message: 'There is no news/nothing.' },
      });
    } finally {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
      await gateway.close();
    }
  });
});
