import pMap from 'p-map';
import { Pool } from 'undici';
import { readContract } from '#conformance/contract/contract.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { type FuzzRequest, fuzzed } from '#lab/fuzz/requests.ts';
import { loadHosts } from '../hosts.ts';
import type { Figure } from './figure.ts';
import { type Metrics, metricsOf, serveGateway } from './load.ts';

const count = 5000;
const seed = 1;

/** Measures the cost of unpaid requests: the longest stall of a gateway, and its memory. */
export async function oddRequests(): Promise<Figure[]> {
  const host = Object.values(await loadHosts('generated')).find(({ auth }) => auth === 'x402')?.id ?? '';
  const contract = await readContract(`generated/contracts/${host}.json`);
  const gateway = await serveGateway({ host, adminPort: 0, trustedProxies: ['127.0.0.1'] });
  const [url = '', admin = ''] = gateway.url.split(' ');
  const pool = new Pool(url, { connections: 32 });
  const random = randomFrom([seed, host]);
  const send = async ({ method, path, headers, body }: FuzzRequest, index: number) => {
    // Each from a network of its own, which is a /64, so that limits hide nothing.
    const from = { ...headers, 'x-forwarded-for': `2001:db8:0:${index.toString(16)}::1` };
    const answer = await pool.request({ method, path, headers: from, body: body ?? null });
    await answer.body.dump();
  };
  const repeat = (next: () => FuzzRequest) => pMap(Array.from({ length: count }, next), send, { concurrency: 32 });
  const round = () => repeat(() => fuzzed(contract, random));

  try {
    // The first round warms up; reading the metrics begins a new measurement of the event loop.
    await round();
    await metricsOf(admin);
    await repeat(() => ({ method: 'GET', path: '/nowhere', headers: {} }));
    const before = await metricsOf(admin);
    await round();
    const after = await metricsOf(admin);
    const stallOf = (metrics: Metrics) => (metrics.nodejs_eventloop_lag_max_seconds ?? 0) * 1000;
    const stall = stallOf(after);
    const megabytes = (metrics: Metrics) => (metrics.process_resident_memory_bytes ?? 0) / 1e6;
    const growth = megabytes(after) / megabytes(before);
    const peer = `unknown paths: ${stallOf(before).toFixed(0)} ms`;
    return [
      {
        what: `longest stall of the event loop, ${count} odd requests`,
        ours: `${stall.toFixed(0)} ms`,
        peer,
        value: stall,
        aim: { atMost: 50 },
      },
      {
        what: 'memory after as many again',
        ours: `${megabytes(after).toFixed(0)} MB`,
        peer: `before: ${megabytes(before).toFixed(0)} MB`,
        value: growth,
        aim: { atMost: 1.25 },
      },
    ];
  } finally {
    await pool.close();
    gateway.stop();
  }
}
