import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomSecret } from '@tollwright/runtime/payment/svm/key';
import { afterEach, describe, expect, test } from 'vitest';
import { loadHosts } from '../hosts.ts';
import { tollwright } from '../testing/run.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** A target that is none. */
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
  readonly says: RegExp;
}

const refusals: readonly Refusal[] = [
  { what: 'an unknown host', answer: json, options: ['--host', 'nowhere'], says: /There is no host "nowhere"/ },
  { what: 'a wrong wallet key', answer: json, env: { PAYER_KEY: 'hunter2' }, says: /PAYER_KEY/ },
  {
    what: 'a spend cap of 0 where calls are to be paid',
    answer: json,
    options: ['--level', 'paid', '--max-spend', '0'],
    env: { PAYER_KEY: key },
    says: /cap|spend/,
  },
  {
    what: 'a wallet key of another network',
    answer: json,
    options: ['--level', 'paid', '--yes'],
    env: { PAYER_KEY: JSON.stringify([...randomSecret()]) },
    says: /"payer" cannot sign payments on/,
  },
  { what: 'a node that is none', answer: json, env: { SOLANA_RPC_URL: 'mainnet' }, says: /SOLANA_RPC_URL/ },
  { what: 'a target that answers HTML', answer: html, says: /HTML/i },
  { what: 'a target that never answers', answer: silent, options: ['--timeout', '1'], says: /answer/ },
];

describe('conform tells in one sentence', () => {
  test.each(refusals)('$what', async ({ answer, options = [], env = {}, says }) => {
    const [paid] = Object.entries(await loadHosts()).find(([, { auth }]) => auth === 'x402') ?? [''];
    const host = options.includes('--host') ? [] : ['--host', paid];
    const { code, stdout, stderr } = await tollwright(['conform', await target(answer), ...host, ...options], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(says);
    expect(stderr).not.toContain('hunter2');
  });
});
