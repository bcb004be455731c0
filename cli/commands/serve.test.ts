import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, test } from 'vitest';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function serve(...options: string[]) {
  const child = spawn(process.execPath, ['cli/main.ts', 'serve', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return child;
}

/** Runs a start that fails. */
async function failing(...options: string[]): Promise<{ code: number; error: string }> {
  const child = serve(...options);
  let error = '';
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, error };
}

describe('serve', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)('prints one line with its URL and stops cleanly on %s', async (signal) => {
    const child = serve('--port', '0');
    const lines: string[] = [];
    const reader = createInterface(child.stdout).on('line', (line) => lines.push(line));
    await once(reader, 'line');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0];
    // Reading the answer to its end leaves an idle connection, which must not hold up the end.
    expect(await (await fetch(`${url}/openapi.json`)).text()).not.toBe('');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(lines).toHaveLength(1);
  });

  test('serves another generated folder with stubs', async () => {
    const child = serve('--port', '0', '--generated', 'generated');
    const [line] = await once(createInterface(child.stdout), 'line');
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    expect((await fetch(`${url}/openapi.json`)).status).toBe(501);
  });

  test('tells an unknown host with a suggestion', async () => {
    const { code, error } = await failing('--host', 'bsae');
    expect(code).toBe(2);
    expect(error).toContain('There is no host "bsae". Did you mean "base"?');
    expect(error).not.toMatch(/^\s+at /m);
  });

  test('tells a port that is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, error } = await failing('--port', String(port));
    server.close();
    expect(code).toBe(2);
    expect(error).toContain(`Port ${port} of 127.0.0.1 is in use.`);
    expect(error).not.toMatch(/^\s+at /m);
  });

  test('tells a store that cannot be opened', async () => {
    const { code, error } = await failing('--port', '0', '--store', '/nowhere/store.db');
    expect(code).toBe(2);
    expect(error).toContain('The store /nowhere/store.db cannot be opened');
    expect(error).not.toMatch(/^\s+at /m);
  });

  test.each([[['--port', 'http']], [['--port', '70000']], [['--control-port', '0']], [['--generated', 'nowhere']]])(
    'refuses %j',
    async (options) => {
      const { code, error } = await failing(...options);
      expect(code).toBe(2);
      expect(error).not.toMatch(/^\s+at /m);
    },
  );
});
