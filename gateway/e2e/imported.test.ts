import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import type { OtherService } from '../start.ts';
import { startTestGateway, type TestGateway } from '../testing/gateway.ts';

/** A project that was made of the description of a library. */
let project: string;
beforeAll(async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'imported-')));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  project = join(folder, 'library');
  const description = 'cli/init/openapi/testing/library.yaml';
  const options = ['--price', '0.01', 'health=0', '--host', 'library', '--network', 'base'];
  const { code, stderr } = await tollwright(['init', project, '--openapi', description, ...options]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
});
afterAll(() => rm(resolve(project, '..'), { recursive: true }));

test('a project of a description is checked, generated, served and judged before any handler calls the API', async () => {
  const spec = join(project, 'spec');
  expect(await tollwright(['check', '--spec', spec])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('0 errors'),
  });
  const report = join(project, 'report');
  const { code, stdout } = await tollwright(['start', '--spec', spec, '--once', '--port', '0', '--report', report]);
  expect({ code, broken: stdout.match(/^fail .*/gm) }).toEqual({ code: 0, broken: null });
  expect(stdout).toContain('made up for 8 operations');
});

test('its handlers, jobs and generated code compile strictly', async () => {
  const own: { compilerOptions: object; exclude: readonly string[] } = JSON.parse(
    await readFile(join(project, 'tsconfig.json'), 'utf8'),
  );
  // The test of the project imports the suite, which is source here.
  const exclude = [...own.exclude, 'conformance.test.ts', 'vitest.config.ts'];
  const config = { ...own, exclude, compilerOptions: { ...own.compilerOptions, skipLibCheck: true } };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(config));
  const compiler = resolve('node_modules/typescript-native/bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', project, '--checkers', '1'], { stdio: 'pipe' });
});

describe('with the API', () => {
  /** Requests to the API: method, path, key and body. */
  const sent: string[] = [];
  /** Polls that the API has answered; a job is done after the first one above zero. */
  let polls = 0;
  let api: Server;
  let gateway: TestGateway;
  beforeAll(async () => {
    api = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      sent.push([request.method, request.url, request.headers['x-library-key'], body].filter(Boolean).join(' '));
      const answer = (status: number, value?: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(value === undefined ? undefined : JSON.stringify(value));
      };
      if (request.url === '/scans/s-7' && request.method === 'DELETE') answer(200, { id: 's-7', state: 'cancelled' });
      else if (request.url?.startsWith('/scans/'))
        answer(200, { id: 's-7', state: polls++ > 0 ? 'done' : 'running', pages: 3 });
      else if (request.url === '/scans') answer(202, { id: 's-7', state: 'queued' });
      else if (request.method === 'PUT') answer(409, { error: 'It is there.' });
      else if (request.method === 'DELETE') answer(204);
      else answer(200, [{ title: 'Bees', shelf: 'A1' }]);
    });
    await new Promise<void>((done) => api.listen(0, '127.0.0.1', done));
    const address = api.address();
    if (typeof address !== 'object' || address === null) throw new Error('The API has no port.');
    Object.assign(process.env, { UPSTREAM_URL: `http://127.0.0.1:${address.port}`, UPSTREAM_KEY: 'secret' });
    const { service }: { service: OtherService } = await import(pathToFileURL(join(project, 'gateway.ts')).href);
    const { hosts } = await import(pathToFileURL(join(project, 'generated/hosts/index.ts')).href);
    gateway = await startTestGateway({ host: hosts.library, service });
  });
  afterAll(async () => {
    delete process.env.UPSTREAM_URL;
    delete process.env.UPSTREAM_KEY;
    await gateway.close();
    api.close();
  });

  test('calls are passed on with the key of the API, and paid', async () => {
    const { status, json } = await gateway.pay('GET', '/api/v2/books?subject=bees');
    expect({ status, json }).toEqual({ status: 200, json: [{ title: 'Bees', shelf: 'A1' }] });
    expect(sent.at(-1)).toBe('GET /books?page=1&subject=bees secret');
    expect((await gateway.pay('DELETE', '/api/v2/books/7')).status).toBe(204);
    expect(sent.at(-1)).toBe('DELETE /books/7 secret');
    expect(await gateway.settled()).toEqual(['10000', '10000']);
  });

  test('a refusal of the API is passed on, and costs nothing', async () => {
    const before = await gateway.settled();
    const refused = await gateway.pay('PUT', '/api/v2/books', { body: { title: 'Bees' } });
    expect({ status: refused.status, json: refused.json }).toMatchObject({
      status: 409,
      json: { message: 'It is there.' },
    });
    expect(await gateway.settled()).toEqual(before);
  });

  test('a job of the API has an id of the gateway, and is paid when it is ready', async () => {
    const before = (await gateway.settled()).length;
    const started = await gateway.pay('POST', '/api/v2/scans', { body: { title: 'Bees' } });
    expect(started.json).toEqual({ id: expect.stringMatching(/^job_/), state: 'queued' });
    expect(await gateway.settled()).toHaveLength(before);
    const path = `/api/v2/scans/${Object(started.json).id}`;
    await expect.poll(async () => Object((await gateway.pay('GET', path)).json).state).toBe('done');
    const ended = await gateway.pay('GET', path);
    expect(ended.json).toEqual({ id: Object(started.json).id, state: 'done', pages: 3 });
    expect(await gateway.settled()).toHaveLength(before + 1);
  });

  test('a job that is cancelled costs nothing, and is cancelled at the API', async () => {
    const before = await gateway.settled();
    polls = -1000;
    const started = await gateway.pay('POST', '/api/v2/scans', { body: { title: 'Bees' } });
    const path = `/api/v2/scans/${Object(started.json).id}`;
    expect(Object((await gateway.pay('DELETE', path)).json).state).toBe('cancelled');
    expect(sent).toContain('DELETE /scans/s-7 secret');
    expect(Object((await gateway.pay('GET', path)).json).state).toBe('cancelled');
    expect(await gateway.settled()).toEqual(before);
    // The work of the job ends with the API's.
    polls = 1;
  });
});
