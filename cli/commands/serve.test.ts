import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { keyWallet } from '@tollwright/runtime/client/key-wallet';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient } from '#generated/client/client.ts';
import { hosts } from '#generated/hosts/index.ts';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

function serve(...options: string[]) {
  const child = spawn(process.execPath, ['cli/main.ts', 'serve', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  return child;
}

/** Waits until a gateway is ready; returns its URL and what it printed, by its label. */
async function ready(child: ChildProcess): Promise<{ url: string; lines: Readonly<Record<string, string>> }> {
  if (!child.stdout) throw new Error('Its output is not read.');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    // The last line is that of the client; what follows is not waited for.
    if (line.startsWith('  client')) break;
  }
  child.stdout.resume();
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(lines[0] ?? '')?.[0] ?? '';
  const labelled = lines
    .map((line) => /^ {2}(\w+) +(.*)$/.exec(line))
    .map((found) => [found?.[1] ?? '', found?.[2] ?? '']);
  return { url, lines: { ...Object.fromEntries(labelled), first: lines[0] ?? '' } };
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
  test.each(['SIGINT', 'SIGTERM'] as const)('prints its URL first and stops cleanly on %s', async (signal) => {
    const child = serve('--port', '0');
    const { url } = await ready(child);
    // Reading the answer to its end leaves an idle connection, which must not hold up the end.
    expect(await (await fetch(`${url}/openapi.json`)).text()).not.toBe('');
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([0, null]);
  });

  test('stops cleanly when the npx that started it is stopped, which passes no signal on', async () => {
    const args = JSON.stringify(['cli/main.ts', 'serve', '--port', '0']);
    const npx = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: 'inherit' }); setInterval(() => {}, 1000)`;
    const env = { ...process.env, npm_command: 'exec' };
    const child = spawn(process.execPath, ['-e', npx], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    running.push(child);
    const { url } = await ready(child);
    child.kill('SIGTERM');
    // Its output ends with the last of the two processes.
    await once(child, 'close');
    await expect(fetch(url)).rejects.toThrow();
  });

  test('is paid by a wallet that --fund names, at the address that --pay-to names', async () => {
    const wallet = keyWallet(`0x${'7'.repeat(64)}`);
    const payTo = `0x${'ab'.repeat(20)}`;
    const { url, lines } = await ready(
      serve('--host', 'base', '--port', '0', '--fund', `${wallet.address}=1`, '--pay-to', payTo),
    );
    expect(lines.pays).toContain(payTo);
    expect(lines.settles).toContain('nothing moves on a chain');
    const { base: host } = hosts;
    if (!host) throw new Error('There is no host of that name.');
    const client = createClient({ host, baseUrl: url, wallet, payTo });
    expect((await client.search({ query: 'weather' })).data).toBeDefined();
    const poor = createClient({ host, baseUrl: url, wallet: keyWallet(`0x${'8'.repeat(64)}`) });
    await expect(poor.search({ query: 'weather' })).rejects.toThrow();
    const { status } = await fetch(url + new URL(/http\S+/.exec(lines.try ?? '')?.[0] ?? '').pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: /-d '(.*)'$/.exec(lines.try ?? '')?.[1] ?? '',
    });
    expect(status).toBe(402);
  });

  test('makes a key for an account host and a token for the control API, and prints them', async () => {
    const { url, lines } = await ready(serve('--host', 'account', '--port', '0', '--control'));
    const control = /controlled at (\S+)/.exec(lines.first ?? '')?.[1];
    const token = lines.control?.replace('CONTROL_TOKEN=', '');
    const allowed = await fetch(`${control}/control/v1`, { headers: { authorization: `Bearer ${token}` } });
    expect(allowed.status).toBe(200);
    const [key = ''] = lines.key?.split(' ') ?? [];
    const balance = await fetch(`${url}/v1/balance`, { headers: { authorization: `Bearer ${key}` } });
    expect(balance.status).toBe(200);
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

  test.each([
    ['/nowhere/store.db', ''],
    ['redis://localhost', 'it is neither a file nor at postgres://….'],
  ])('tells that the store %s cannot be opened', async (store, reason) => {
    const { code, error } = await failing('--port', '0', '--store', store);
    expect(code).toBe(2);
    expect(error).toContain(`The store ${store} cannot be opened: ${reason}`);
    expect(error).not.toMatch(/^\s+at /m);
  });

  test.each([[['--port', 'http']], [['--port', '70000']], [['--generated', 'nowhere']]])(
    'refuses %j',
    async (options) => {
      const { code, error } = await failing(...options);
      expect(code).toBe(2);
      expect(error).not.toMatch(/^\s+at /m);
    },
  );
});
