import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createClient } from '../testing/client.ts';

const guide = readFileSync('docs/operation.md', 'utf8');
const commands = [...guide.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) => block.trim().split('\n'));
const [serving = '', ...others] = commands;

const token = 'token-of-the-control-api';
const search = { path: '/api/v1/search', sending: { body: { query: 'weather' } } };
const wallet = createWallet();
const controlled = { headers: { authorization: `Bearer ${token}` } };

let folder: string;
let child: ChildProcess | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'operating-'));
  writeFileSync(join(folder, 'token'), `${token}\n`);
});
afterEach(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Starts the gateway as the guide says, on free ports and in a folder of this test; its token comes from a file. */
async function start(tokenFrom: 'option' | 'environment' = 'option') {
  const args = serving.replaceAll('/var/lib/tollwright', folder).replace('9402', '0').split(' ').slice(2);
  const file = join(folder, 'token');
  const own = tokenFrom === 'option' ? ['--control-token-file', file] : ['--control'];
  const options = ['--port', '0', '--fund', `${wallet.address}=10`, ...own];
  const started = spawn(process.execPath, ['cli/main.ts', ...args, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(tokenFrom === 'environment' && { CONTROL_TOKEN_FILE: file }) },
  });
  child = started;
  const printed: string[] = [];
  started.stderr.on('data', (chunk) => printed.push(String(chunk)));
  const lines = createInterface(started.stdout);
  const ready = Promise.withResolvers<void>();
  lines.on('line', (line) => {
    printed.push(line);
    if (line.startsWith('  client')) ready.resolve();
  });
  await ready.promise;
  const all = () => printed.join('\n');
  const urlAfter = (words: string) => new RegExp(`${words} (http://[\\d.:]+)`).exec(all())?.[1] ?? '';
  return {
    pid: String(started.pid),
    child: started,
    printed: all,
    client: createClient(urlAfter('served at')),
    control: createClient(urlAfter('controlled at')),
    admin: urlAfter('admin    '),
  };
}

function shell(command: string, { admin, pid }: Awaited<ReturnType<typeof start>>): string {
  const text = command.replaceAll('http://127.0.0.1:9402', admin);
  return execFileSync('sh', ['-c', text], { encoding: 'utf8', env: { ...process.env, GATEWAY_PID: pid } });
}

async function stop({ child: started }: Awaited<ReturnType<typeof start>>): Promise<number | null> {
  started.kill('SIGTERM');
  return (await once(started, 'exit'))[0];
}

describe('the guide to operation', () => {
  test('SIGTERM ends every paid call that is under way with its response, its receipt and its settlement', async () => {
    const gateway = await start('environment');
    const { client, control, admin } = gateway;
    const slow = { route: `POST ${search.path}`, outcome: 'slow', times: 8 };
    await control.send('POST', '/control/v1/upstream', { body: slow, ...controlled });
    const paid = Array.from({ length: 8 }, () => client.pay(wallet, 'POST', search.path, search.sending));
    const underWay = async () => /calls_under_way (\d+)/.exec(await (await fetch(`${admin}/metrics`)).text())?.[1];
    await expect.poll(underWay).toBe('8');
    expect(await stop(gateway)).toBe(0);
    for (const { status, headers } of await Promise.all(paid)) {
      expect([status, headers.get('payment-response')]).toEqual([200, expect.stringMatching(/./)]);
    }

    const { control: again } = await start();
    const ledger = await again.send('GET', '/control/v1/ledger', controlled);
    expect(Object(ledger.json).transfers).toHaveLength(8);
  });

  test('has commands that work, metrics that exist, and a backup that can be restored', async () => {
    const gateway = await start();
    const { client } = gateway;
    const spent = await client.sign(wallet, 'POST', search.path, search.sending);
    const pay = (to = client) =>
      to.send('POST', search.path, { ...search.sending, headers: { 'payment-signature': spent } });
    expect((await pay()).status).toBe(200);
    const [ready = '', metrics = '', backup = ''] = others;
    expect(others).toHaveLength(3);
    expect(shell(ready, gateway)).toBe('ready\n');
    const text = shell(metrics, gateway);
    const named = guide.match(/\b(tollwright|nodejs|process)_[a-z_]+/g) ?? [];
    for (const name of new Set(named)) expect(text).toContain(`# TYPE ${name}`);
    expect(text).toContain('tollwright_responses_total{operation="search",status="200"} 1');
    expect(text).toContain('tollwright_settlements_total{outcome="settled"} 1');
    for (const path of ['/metrics', '/ready', '/live']) expect((await client.send('GET', path)).status).toBe(404);

    shell(backup, gateway);
    await expect.poll(gateway.printed).toContain('  backup  ');
    const copy = /backup +(\S+\.db)/.exec(gateway.printed())?.[1] ?? '';
    await stop(gateway);
    execFileSync('sh', ['-c', 'rm -f base.db*; cp "$0" base.db', copy], { cwd: folder });
    const restored = await start();
    expect((await pay(restored.client)).status).toBe(402);
    expect((await restored.client.pay(wallet, 'POST', search.path, search.sending)).status).toBe(200);
  });

  test('no secret reaches what is printed or logged, whatever is sent', async () => {
    const gateway = await start();
    const { client, control } = gateway;
    const wrong = { authorization: 'Bearer key-of-somebody', 'x-api-key': 'key-of-somebody' };
    const header = await client.sign(wallet, 'POST', search.path, search.sending);
    const { signature } = Object(JSON.parse(Buffer.from(header, 'base64').toString())).payload;
    const send = () =>
      client.send('POST', search.path, { ...search.sending, headers: { ...wrong, 'payment-signature': header } });
    await control.send('POST', '/control/v1/settlement', { body: { outcome: 'fail', times: 1 }, ...controlled });
    const statuses = [(await send()).status, (await send()).status, (await send()).status];
    expect(statuses).toEqual([402, 200, 402]);
    await control.send('POST', '/control/v1/fund', { body: {}, ...controlled });
    const video = { model: 'glimmer/vid-g1', prompt: 'A kite.' };
    const job = await client.pay(wallet, 'POST', '/api/v1/videos/generations', { body: video });
    const sig = /sig=([\w-]+)/.exec(textAt(job.json, 'poll_url'))?.[1] ?? '';
    await client.pay(wallet, 'GET', textAt(job.json, 'poll_url'));
    await stop(gateway);

    expect(gateway.printed()).toContain('"outcome":"failed"');
    expect(gateway.printed().match(/"msg":"served"/g)?.length).toBeGreaterThan(6);
    const secrets = [header, signature, signature.slice(2), sig, token, 'key-of-somebody'];
    for (const secret of secrets) expect([secret, gateway.printed().includes(secret)]).toEqual([secret, false]);
    expect(secrets.every((secret) => secret.length > 10)).toBe(true);
  });
});
