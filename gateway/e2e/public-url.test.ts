import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { at, textAt } from '@tollwright/runtime/testing/read';
import { createWallet } from '@tollwright/runtime/testing/wallet';
import { generatePrivateKey } from 'viem/accounts';
import { afterEach, describe, expect, test } from 'vitest';
import { conform } from '#conformance/conform.ts';
import { contractOf } from '#conformance/testing/contract.ts';
import { type Gateway, startGateway } from '../start.ts';
import { createClient } from '../testing/client.ts';
import { generate, kite } from '../testing/images.ts';

const prefix = '/gw';
const controlToken = 'control-token-of-tests';
const wallet = createWallet();

let proxy: Server | undefined;
let gateway: Gateway | undefined;
afterEach(async () => {
  proxy?.closeAllConnections();
  proxy?.close();
  await gateway?.close();
});

/** Starts the gateway behind a proxy that strips `/gw` from each path. */
async function start(
  forwarded: Readonly<Record<string, string>>,
  options: Partial<Parameters<typeof startGateway>[0]>,
) {
  const started = await startGateway({
    host: 'base',
    defaultBalance: 1_000_000_000n,
    ...options,
    port: 0,
    controlPort: 0,
    controlToken,
  });
  gateway = started;
  const server = createServer((incoming, response) => {
    const { method = 'GET', url = '', headers } = incoming;
    if (!url.startsWith(prefix)) return void response.writeHead(404).end('{}');
    const sent = request(
      `${started.url}${url.slice(prefix.length)}`,
      { method, headers: { ...headers, ...forwarded } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(sent);
  }).listen(0, '127.0.0.1');
  proxy = server;
  await once(server, 'listening');
  // A server that listens on a port has an address object.
  return { ...started, proxyUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}` };
}

/** The URLs that a gateway tells its callers: in a challenge, the description, the manifest and a job. */
async function urlsToldAt(proxyUrl: string, controlUrl = '') {
  const client = createClient(proxyUrl);
  const { json: challenge } = await client.send('POST', generate, { body: kite });
  const { json: description } = await client.send('GET', '/openapi.json');
  const { json: manifest } = await client.send('GET', '/.well-known/x402');
  await createClient(controlUrl).send('POST', '/control/v1/upstream', {
    headers: { authorization: `Bearer ${controlToken}` },
    body: { route: `POST ${generate}`, outcome: 'slow' },
  });
  const job = await client.pay(wallet, 'POST', generate, { body: kite });
  return [
    textAt(challenge, 'resource', 'url'),
    textAt(description, 'servers', 0, 'url'),
    JSON.stringify(at(manifest, 'resources') ?? at(manifest, 'items')),
    new URL(textAt(job.json, 'poll_url'), proxyUrl).href,
  ];
}

describe('a gateway behind a proxy that strips a path prefix', () => {
  test('tells its callers the URL that a trusted proxy names', async () => {
    const { proxyUrl, controlUrl } = await start(
      { 'x-forwarded-prefix': prefix, 'x-forwarded-proto': 'http' },
      { trustedProxies: ['127.0.0.1'] },
    );
    for (const text of await urlsToldAt(proxyUrl, controlUrl)) expect(text).toContain(proxyUrl);
  });

  test('tells its callers the public URL that it was given', async () => {
    const { proxyUrl, controlUrl } = await start({}, { publicUrl: 'https://api.example/gw/' });
    const [challenge, server, , poll] = await urlsToldAt(proxyUrl, controlUrl);
    expect([challenge, server]).toEqual([`https://api.example/gw${generate}`, 'https://api.example/gw']);
    expect(poll).toMatch(new RegExp(`^${proxyUrl}/api/`));
  });

  test('is judged there without an accusation, jobs included', async () => {
    const { proxyUrl, controlUrl } = await start({ 'x-forwarded-prefix': prefix }, { trustedProxies: ['127.0.0.1'] });
    const { results } = await conform({
      contract: await contractOf('base'),
      host: 'base',
      url: proxyUrl,
      area: ['images'],
      control: { url: controlUrl ?? '' },
      env: { CONTROL_TOKEN: controlToken, PAYER_KEY: generatePrivateKey() },
      level: 'controlled',
    });
    const passed = results.filter(({ verdict }) => verdict === 'pass').length;
    expect(passed).toBeGreaterThan(100);
    expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
  });
});
