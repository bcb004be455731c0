/** Official clients buy behind nginx and Caddy with their default limits, with TLS and a prefix, and through an HTTP proxy. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { promisify } from 'node:util';
import { decodeJson } from '@tollwright/runtime/values/encoding';
import { read } from '@tollwright/runtime/values/json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Gateway, startGateway } from '../start.ts';
import { certificate, type Front, fronts, startTunnels } from '../testing/fronts.ts';

const controlToken = 'control-token-of-tests';
const run = promisify(execFile);
const options = {
  defaultBalance: 1_000_000_000n,
  port: 0,
  controlPort: 0,
  controlToken,
  trustedProxies: ['127.0.0.1'],
};

const greeting = { whole: expect.stringContaining('simulated'), streamed: expect.stringContaining('simulated') };
const bought = {
  openai: greeting,
  anthropic: greeting,
  ai: greeting,
  axios: { status: 200, payment: 'settled' },
  job: { ordered: 202, polled: 200, receipt: true },
};

/** Buys with every client in a process of its own. */
async function buyAll(front: Front, { controlUrl = '' }: Gateway, proxy?: string): Promise<unknown> {
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: certificate,
    ...(proxy !== undefined && { HTTPS_PROXY: proxy, NODE_USE_ENV_PROXY: '1', NO_PROXY: '127.0.0.1' }),
  };
  const args = ['gateway/testing/buy-all.ts', front.url, controlUrl, controlToken];
  const { stdout } = await run(process.execPath, args, { env });
  return JSON.parse(stdout);
}

/** The status and the challenge of an unpaid call. */
function ask(url: string): Promise<{ status: number; challenge: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'POST', ca: readFileSync(certificate), headers: { 'content-type': 'application/json' } },
      (response) => {
        const header = String(response.headers['payment-required'] ?? '');
        response
          .resume()
          .once('end', () =>
            resolve({ status: response.statusCode ?? 0, challenge: header === '' ? undefined : decodeJson(header) }),
          );
      },
    );
    sent.once('error', reject).end(JSON.stringify({ query: 'tollwright' }));
  });
}

for (const { name, isInstalled } of fronts) {
  if (isInstalled) continue;
  const reason = `${name} is not installed: its tests need the package of that name`;
  // What the console writes appears only where tests fail.
  process.stderr.write(`${reason}\n`);
  test.skip(reason);
}

describe.each(fronts.filter(({ isInstalled }) => isInstalled))('$name', (program) => {
  let gateway: Gateway;
  let front: Front;
  beforeAll(async () => {
    gateway = await startGateway({ ...options, host: 'base' });
    front = await program.start(gateway.url);
  });
  afterAll(async () => {
    await front.stop();
    await gateway.close();
  });

  test('lets every official client buy calls, streams and jobs', async () => {
    expect(await buyAll(front, gateway)).toEqual(bought);
  });

  test('lets them buy through an HTTP proxy', async () => {
    const tunnels = await startTunnels();
    expect(await buyAll(front, gateway, tunnels.url)).toEqual(bought);
    tunnels.stop();
    expect(new Set(tunnels.targets)).toEqual(new Set([new URL(front.url).host]));
  });

  test('passes the largest challenge on, with the address that its callers use', async () => {
    const nano = await startGateway({ ...options, host: 'nano' });
    const nanoFront = await program.start(nano.url);
    const url = `${nanoFront.url}/api/v1/search`;
    const { status, challenge } = await ask(url);
    await nanoFront.stop();
    await nano.close();
    expect([status, read(challenge, 'resource', 'url')]).toEqual([402, url]);
    expect(read(challenge, 'accepts')).toHaveLength(3);
  });
});
