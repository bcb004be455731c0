/** The commands of the guide to settlement, on a local chain. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { type Chain, startChain } from '#lab/chain/chain.ts';
import { networkOf } from '#lab/chain/gateway.ts';
import { createOfficialFacilitator, serveOfficial } from '#lab/chain/official-facilitator.ts';

const guide = readFileSync('docs/settlement.md', 'utf8');
const commands = [...guide.matchAll(/```sh\nnpx tollwright (.*)\n```/g)].map(([, command = '']) => command);
const payee = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const key = generatePrivateKey();

let chain: Chain;
let facilitator: string;
const server = createServer();
let child: ChildProcess;

beforeAll(async () => {
  chain = await startChain(networkOf(baseHost));
  await chain.endow(privateKeyToAccount(key).address);
  server.on('request', getRequestListener(serveOfficial(await createOfficialFacilitator(chain))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  facilitator = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await chain.close();
});

function serve(command: string): string[] {
  const args = command.replace('https://node.example', chain.url).replace('https://facilitator.example', facilitator);
  child = spawn(process.execPath, ['cli/main.ts', ...args.split(' '), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SETTLER_KEY: key },
  });
  const lines: string[] = [];
  child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n')));
  return lines;
}

test.each(commands)('`%s` settles on a chain', async (command) => {
  const lines = serve(command);
  await expect.poll(() => lines.join()).toMatch(/client/);
  const settles = lines.find((line) => line.startsWith('  settles')) ?? '';
  expect(settles).toMatch(
    /on eip155:8453 through 127\.0\.0\.1:\d+, (from 0x\w+, which pays for gas|by the facilitator)/,
  );

  const account = privateKeyToAccount(generatePrivateKey());
  await chain.fund(account.address, 1_000_000n);
  const before = await chain.balance(payee);
  const scheme = { network: 'eip155:8453' as const, client: new ExactEvmScheme(account) };
  const url = /http:\S+/.exec(lines[0] ?? '')?.[0];
  const response = await wrapFetchWithPaymentFromConfig(fetch, { schemes: [scheme] })(`${url}/api/v1/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'tollwright', max_results: 1 }),
  });
  expect(response.status).toBe(200);
  expect((await chain.balance(payee)) - before).toBe(1_000_000n - (await chain.balance(account.address)));
  expect(await chain.balance(account.address)).toBeLessThan(1_000_000n);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('the guide shows both ways', () => {
  expect(commands).toHaveLength(2);
});
