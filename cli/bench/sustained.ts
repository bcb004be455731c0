import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Buyer, createBuyer, paidCall } from './buyer.ts';
import type { Figure } from './figure.ts';
import { mainThread, type Metrics, metricsOf, serveGateway } from './load.ts';

/** Calls that are signed at a time. */
const batch = 2000;

/** Keeps a gateway busy with paid calls for some minutes; shows how long they take, and what that does to the process. */
export async function sustained(minutes: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'load-'));
  const gateway = await serveGateway({ host: 'base', store: join(folder, 'store.db'), adminPort: 0 });
  const [url = '', admin = ''] = gateway.url.split(' ');
  const buyer = await createBuyer(url, paidCall);
  try {
    await buyer.buy(batch);
    const waitedBefore = mainThread(gateway.pid)?.waited ?? 0;
    const first = await loaded(buyer, admin, minutes / 2);
    const half = await metricsOf(admin);
    const second = await loaded(buyer, admin, minutes / 2);
    const waited = ((mainThread(gateway.pid)?.waited ?? 0) - waitedBefore) / (minutes * 60);
    const after = await metricsOf(admin);
    const times = [...first.times, ...second.times].sort((a, b) => a - b);
    const stall = Math.max(first.stall, second.stall);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
    const megabytes = (metrics: Metrics) => (metrics.process_resident_memory_bytes ?? 0) / 1e6;
    const during = `${minutes} minutes of paid calls`;
    return [
      {
        what: `p99 of a call over p50, ${during}, 64 at once`,
        ours: `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
        peer: `${times.length} calls, ${(times.length / (first.seconds + second.seconds)).toFixed(0)} /s`,
        value: at(0.99) / at(0.5),
        aim: { atMost: 5 },
      },
      {
        what: `longest stall of the event loop, ${during}`,
        ours: `${stall.toFixed(0)} ms`,
        peer: `waited for a CPU ${(waited * 100).toFixed(0)} % of the time`,
        value: stall,
        aim: { atMost: 50 },
      },
      {
        // The heap takes its spare room within a minute; what a leak takes goes on growing.
        what: `memory after ${during}`,
        ours: `${megabytes(after).toFixed(0)} MB`,
        peer: `after half of them: ${megabytes(half).toFixed(0)} MB`,
        value: megabytes(after) / megabytes(half),
        aim: { atMost: 1.25 },
      },
    ];
  } finally {
    await buyer.close();
    gateway.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Buys until the time is over: what each call took, the longest stall in milliseconds, and the seconds under load. */
async function loaded(buyer: Buyer, admin: string, minutes: number) {
  const times: number[] = [];
  let stall = 0;
  let seconds = 0;
  const end = performance.now() + minutes * 60_000;
  while (performance.now() < end) {
    const bought = await buyer.buy(batch);
    for (const time of bought.times) times.push(time);
    seconds += batch / bought.perSecond;
    // Reading the metrics begins a new measurement of the event loop.
    const { nodejs_eventloop_lag_max_seconds: longest = 0 } = await metricsOf(admin);
    stall = Math.max(stall, longest * 1000);
  }
  return { times, stall, seconds };
}
