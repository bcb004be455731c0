import pMap from 'p-map';
import { Pool } from 'undici';
import { readContract } from '#conformance/contract/contract.ts';
import { randomFrom } from '#gateway/upstream/seeded-random.ts';
import { attacks, sendHeavy, startAttack } from '#lab/attacks/attackers.ts';
import { heavyRequests, lightRequest } from '#lab/attacks/heavy-requests.ts';
import { type FuzzRequest, fuzzed } from '#lab/fuzz/requests.ts';
import type { Figure } from './figure.ts';
import { mainThread, type Metrics, metricsOf, type ServerProcess, serveGateway } from './load.ts';

const host = 'base';
const count = 5000;
const seed = 1;

/** Honest calls beside each attack, in each of several rounds: other work of the machine only makes them slower. */
const honest = { count: 400, concurrency: 4, rounds: 3 };

/** The server of one run, with the URLs of the service and of its admin interface. */
interface Served {
  readonly gateway: ServerProcess;
  readonly url: URL;
  readonly admin: string;
}

/** Measures the cost of unpaid requests: the longest stall of a gateway, its memory, and honest callers beside attackers. */
export async function oddRequests(): Promise<Figure[]> {
  const gateway = await serveGateway({ host, adminPort: 0, trustedProxies: ['127.0.0.1'] });
  const [url = '', admin = ''] = gateway.url.split(' ');
  const served = { gateway, url: new URL(url), admin };
  try {
    const figures = [...(await fuzzing(served)), await heavy(served)];
    for (const what of Object.keys(attacks)) {
      const alone = await honestCalls(served.url);
      const end = await startAttack(what, served.url);
      const beside = await honestCalls(served.url);
      await end();
      figures.push({
        what: `99 of 100 honest calls, beside ${what}`,
        ours: `${beside.toFixed(0)} ms`,
        peer: `alone: ${alone.toFixed(0)} ms`,
        value: beside,
        aim: { atMost: 250 },
      });
    }
    return figures;
  } finally {
    gateway.stop();
  }
}

const stallOf = (metrics: Metrics) => (metrics.nodejs_eventloop_lag_max_seconds ?? 0) * 1000;
const megabytesOf = (metrics: Metrics) => (metrics.process_resident_memory_bytes ?? 0) / 1e6;

async function fuzzing({ gateway, url, admin }: Served): Promise<Figure[]> {
  const contract = await readContract(`generated/contracts/${host}.json`);
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

  // The first round warms up; reading the metrics begins a new measurement of the event loop, as asking for the stall does.
  await round();
  const measured = async () => ({ stall: await gateway.stall(), metrics: await metricsOf(admin) });
  await measured();
  await repeat(() => ({ method: 'GET', path: '/nowhere', headers: {} }));
  const { stall: usual, metrics: before } = await measured();
  await round();
  const { stall, metrics: after } = await measured();
  await pool.close();
  return [
    {
      what: `longest stall of the event loop, ${count} odd requests`,
      ours: `${stall.toFixed(0)} ms of CPU, ${stallOf(after).toFixed(0)} ms on the clock`,
      peer: `unknown paths: ${usual.toFixed(0)} ms, ${stallOf(before).toFixed(0)} ms`,
      value: stall,
      aim: { atMost: 50 },
    },
    {
      what: 'memory after as many again',
      ours: `${megabytesOf(after).toFixed(0)} MB`,
      peer: `before: ${megabytesOf(before).toFixed(0)} MB`,
      value: megabytesOf(after) / megabytesOf(before),
      aim: { atMost: 1.25 },
    },
  ];
}

/** The longest stall by one request that is expensive to read, each the best of three. */
async function heavy({ gateway: { pid }, url, admin }: Served): Promise<Figure> {
  const pool = new Pool(url, { connections: 1 });
  const stalls: { what: string; stall: number }[] = [];
  for (const request of heavyRequests) {
    const tries: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await metricsOf(admin);
      const before = mainThread(pid);
      await sendHeavy(pool, request).catch(() => undefined);
      const after = mainThread(pid);
      const stall = stallOf(await metricsOf(admin));
      // Other processes make a stall longer, and no request can cause a longer one than the time that its thread ran for it.
      tries.push(before && after ? Math.min(stall, (after.ran - before.ran) * 1000) : stall);
    }
    stalls.push({ what: request.what, stall: Math.min(...tries) });
  }
  await pool.close();
  const [worst, ...others] = stalls.toSorted((a, b) => b.stall - a.stall);
  return {
    what: `longest stall of the event loop, ${heavyRequests.length} requests of up to 10 MB`,
    ours: `${worst?.stall.toFixed(0)} ms, by ${worst?.what}`,
    peer: `next: ${others[0]?.stall.toFixed(0)} ms, by ${others[0]?.what}`,
    value: worst?.stall ?? Number.NaN,
    aim: { atMost: 50 },
  };
}

/** Milliseconds in which 99 of 100 honest calls are answered, in the best round. Throws where one of them is refused. */
async function honestCalls(url: URL): Promise<number> {
  const { path, type, body } = lightRequest;
  const headers = { 'content-type': type };
  const pool = new Pool(url, { connections: honest.concurrency });
  const call = async () => {
    const started = performance.now();
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 402) throw new Error(`An honest call was answered ${answer.statusCode}.`);
    return performance.now() - started;
  };
  const rounds: number[] = [];
  for (let round = 0; round < honest.rounds; round += 1) {
    const times = await pMap(Array.from({ length: honest.count }), call, { concurrency: honest.concurrency });
    rounds.push(times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN);
  }
  await pool.close();
  return Math.min(...rounds);
}
