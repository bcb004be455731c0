/** The commands of the guide to settlement, on a local chain. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { generateKeyPairSigner } from '@solana/kit';
import { addressOfSecret, randomSecret } from '@tollwright/runtime/payment/svm/key';
import { at } from '@tollwright/runtime/values/json';
import { ExactEvmScheme } from '@x402/evm';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { baseHost } from '#generated/hosts/base.ts';
import { solanaHost } from '#generated/hosts/solana.ts';
import { startBatched } from '#lab/chain/batched.ts';
import { startChain } from '#lab/chain/chain.ts';
import { networkOf } from '#lab/chain/gateway.ts';
import { startLocalBatched } from '#lab/chain/local.ts';
import { createOfficialFacilitator, serveOfficial } from '#lab/chain/official-facilitator.ts';
import { startSolana } from '#lab/chain/solana.ts';

const guide = readFileSync('docs/settlement.md', 'utf8');
const commands = [...guide.matchAll(/```sh\nnpx tollwright (.*)\n```/g)].map(([, command = '']) => command);
const solanaNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const;
const solanaPayee = 'CMxTppLdj2DMXc1zWy9HFJmrg811k4nemuWY1Kqe3ygA';

/** A chain of this machine, as far as the commands need it. */
interface Local {
  readonly url: string;
  /** Node of a second network of the host. */
  readonly other?: string;
  readonly settlerKey: string;
  readonly settles: RegExp;
  /** A fetch of an official client whose wallet has a dollar, and what that wallet still has. */
  payer(): Promise<{ readonly pay: typeof fetch; readonly left: () => Promise<bigint> }>;
  balance(wallet: string): Promise<bigint>;
  close(): Promise<void>;
}

let chains: Readonly<Record<string, Local>>;
let facilitator: string;
const server = createServer();
let child: ChildProcess;

async function localEvm(): Promise<Local> {
  const chain = await startChain(networkOf(baseHost));
  const settlerKey = generatePrivateKey();
  await chain.endow(privateKeyToAccount(settlerKey).address);
  server.on('request', getRequestListener(serveOfficial(await createOfficialFacilitator(chain))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address object.
  facilitator = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...chain,
    settlerKey,
    settles: /on eip155:8453 through 127\.0\.0\.1:\d+, (from 0x\w+, which pays for gas|by the facilitator)/,
    async payer() {
      const account = privateKeyToAccount(generatePrivateKey());
      await chain.fund(account.address, 1_000_000n);
      const scheme = { network: 'eip155:8453' as const, client: new ExactEvmScheme(account) };
      const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [scheme] });
      return { pay, left: () => chain.balance(account.address) };
    },
  };
}

async function localSolana(): Promise<Local> {
  const chain = await startSolana(networkOf(solanaHost));
  await chain.fund(solanaPayee, 0n);
  const secret = randomSecret();
  chain.endow(addressOfSecret(secret) ?? '');
  return {
    ...chain,
    settlerKey: JSON.stringify([...secret]),
    settles: /on solana:\w+ through 127\.0\.0\.1:\d+, from \w+, which pays the fees/,
    async payer() {
      const signer = await generateKeyPairSigner();
      await chain.fund(signer.address, 1_000_000n);
      const scheme = { network: solanaNetwork, client: new ExactSvmScheme(signer, { rpcUrl: chain.url }) };
      const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [scheme] });
      return { pay, left: () => chain.balance(signer.address) };
    },
  };
}

async function localBatched(): Promise<Local> {
  const chain = await startLocalBatched();
  const [network] = chain.payment.also ?? [];
  if (!network) throw new Error('The host is paid on one network only.');
  const other = await startBatched(network);
  await other.endow(privateKeyToAccount(chain.key as `0x${string}`).address);
  return {
    ...chain,
    other: other.url,
    settlerKey: chain.key,
    settles:
      /on eip155:42161 through 127\.0\.0\.1:\d+ and eip155:10 through 127\.0\.0\.1:\d+, in batches from 0x\w+, which pays for gas/,
    async payer() {
      const payer = chain.payer();
      await chain.fund(payer.address, 1_000_000n);
      // No official client signs for a contract of deposits.
      const pay: typeof fetch = async (url, init) => {
        const challenge = await (await fetch(url, init)).json();
        const headers = { 'content-type': 'application/json', 'payment-signature': await payer.pay(challenge) };
        return fetch(url, { ...init, headers });
      };
      return { pay, left: () => chain.balance(payer.address) };
    },
    close: async () => void (await Promise.all([chain.close(), other.close()])),
  };
}

beforeAll(async () => {
  chains = { base: await localEvm(), solana: await localSolana(), nano: await localBatched() };
});
afterAll(async () => {
  server.close();
  await Promise.all(Object.values(chains).map((chain) => chain.close()));
});

function chainOf(command: string): Local {
  return at(chains, /--host (\w+)/.exec(command)?.[1] ?? '');
}

function serve(command: string): string[] {
  const { url, other = '', settlerKey } = chainOf(command);
  const args = command
    .replace('https://node.example', url)
    .replace('https://other.example', other)
    .replace('https://facilitator.example', facilitator);
  child = spawn(process.execPath, ['cli/main.ts', ...args.split(' '), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SETTLER_KEY: settlerKey },
  });
  const lines: string[] = [];
  child.stdout?.on('data', (chunk) => lines.push(...String(chunk).split('\n')));
  return lines;
}

test.each(commands)('`%s` settles on a chain', async (command) => {
  const chain = chainOf(command);
  const payee = /--pay-to (\w+)/.exec(command)?.[1] ?? '';
  const lines = serve(command);
  await expect.poll(() => lines.join()).toMatch(/client/);
  expect(lines.find((line) => line.startsWith('  settles'))).toMatch(chain.settles);

  const { pay, left } = await chain.payer();
  const before = await chain.balance(payee);
  const url = /http:\S+/.exec(lines[0] ?? '')?.[0];
  const response = await pay(`${url}/api/v1/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: 'tollwright', max_results: 1 }),
  });
  expect(response.status).toBe(200);
  // Batches come after the calls.
  await expect.poll(() => chain.balance(payee)).toBeGreaterThan(before);
  expect((await chain.balance(payee)) - before).toBe(1_000_000n - (await left()));
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test('the guide shows all ways', () => {
  expect(commands).toHaveLength(4);
});
