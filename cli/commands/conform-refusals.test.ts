import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomSecret } from '@tollwright/runtime/payment/svm/key';
import { afterEach, describe, expect, test } from 'vitest';
import { tollwright } from '#lab/toolkit/tollwright.ts';
import { loadHosts } from '../hosts.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** Starts a server that does not conform to any contract. */
async function target(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const key = `0x${'1'.repeat(64)}`;
const json: RequestListener = (_, response) => response.setHeader('content-type', 'application/json').end('{}');
const html: RequestListener = (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>');
const silent: RequestListener = () => {};

interface Refusal {
  readonly what: string;
  readonly answer: RequestListener;
  readonly options?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly message: RegExp;
}

const refusals: readonly Refusal[] = [
  { what: 'an unknown host', answer: json, options: ['--host', 'nowhere'], message: /There is no host "nowhere"/ },
  { what: 'a wrong wallet key', answer: json, env: { PAYER_KEY: 'hunter2' }, message: /PAYER_KEY/ },
  {
    what: 'a spend cap of 0 at level paid',
    answer: json,
    options: ['--level', 'paid', '--max-spend', '0'],
    env: { PAYER_KEY: key },
    message: /cap|spend/,
  },
  {
    what: 'a wallet key of another network',
    answer: json,
    options: ['--level', 'paid', '--yes'],
    env: { PAYER_KEY: JSON.stringify([...randomSecret()]) },
    message: /"payer" cannot sign payments on/,
  },
  { what: 'an invalid SOLANA_RPC_URL', answer: json, env: { SOLANA_RPC_URL: 'mainnet' }, message: /SOLANA_RPC_URL/ },
  { what: 'a target that answers HTML', answer: html, message: /HTML/i },
  {
    what: 'a target that does not respond',
    answer: silent,
    options: ['--timeout', '1'],
    message: /no response within 1 s/,
  },
];

describe('conform explains in one sentence', () => {
  test.each(refusals)('$what', async ({ answer, options = [], env = {}, message }) => {
    const [paid] = Object.entries(await loadHosts('generated')).find(([, { auth }]) => auth === 'x402') ?? [''];
    const host = options.includes('--host') ? [] : ['--host', paid];
    const { code, stdout, stderr } = await tollwright(['conform', await target(answer), ...host, ...options], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trim().split('\n');
    // Progress, then the error.
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('Preparing the test of '))).toEqual([]);
    expect(lines.at(-1)).toMatch(message);
    expect(stderr).not.toContain('hunter2');
  });

  test('a host that is not named, where there are several', async () => {
    const { code, stderr } = await tollwright(['conform', await target(json)], {});
    expect([code, stderr.trim()]).toEqual([2, expect.stringMatching(/^error Name the host .*: account, arc, base/)]);
  });
});
