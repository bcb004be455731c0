/** The guide to the suite shows what it prints about a seller with a fault. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faults } from './faults.ts';
import { startFaulty } from './faulty.ts';
import { type Market, payTo, startMarket } from './market.ts';
import { middlewares, type RunningSeller } from './seller.ts';
import { services } from './services.ts';

const page = readFileSync('docs/judge-a-deployment.md', 'utf8');

let market: Market;
let servers: RunningSeller[];
beforeAll(async () => {
  market = await startMarket();
  const [service] = services;
  const fault = faults.find(({ name }) => name === 'accepts-other-networks');
  if (!service || !fault) throw new Error('The example of the guide is gone.');
  const honest = await middlewares.hono({ service, payTo, facilitator: market.facilitators.official });
  servers = [honest, await startFaulty(honest.url, fault)];
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close();
  await market.close();
});

test('the example of the guide prints what the guide shows', async () => {
  const [shown = ''] = /(?<=^\$ PAYER_KEY.*\n)[^`]+/m.exec(page) ?? [];
  const url = servers[1]?.url ?? '';
  const env = { ...process.env, NO_COLOR: '1', PAYER_KEY: await market.wallet() };
  const args = ['cli/main.ts', 'conform', url, '--x402', '--level', 'paid', '--yes'];
  const printed = await new Promise<string>((resolve) => {
    execFile('node', args, { env }, (_, stdout) => resolve(stdout));
  });
  const lines = printed.replaceAll(url, 'https://seller.example').split('\n').map(masked);
  for (const line of shown.trimEnd().split('\n')) expect(lines).toContain(masked(line));
});

/** A line without what differs from run to run: addresses, ids and times. */
function masked(line: string): string {
  return line
    .trim()
    .replace(/0x(…|[0-9a-fA-F]{40})/g, '0x')
    .replace(/window \d+ to \d+/, 'window');
}
