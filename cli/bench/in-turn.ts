import { Bench } from 'tinybench';
import { median } from './load.ts';

/** The same work done by us and by a peer on one input. */
export interface Pair {
  readonly id: string;
  readonly input: unknown;
  readonly ours: (input: never) => unknown;
  readonly peer: (input: never) => unknown;
}

/** Measures pairs in one run, in calls per second: medians over all pairs, and the ratio of each. */
export async function inTurn(pairs: readonly Pair[]) {
  const bench = new Bench({ time: 200, warmupTime: 50 });
  const batches = new Map<string, number>();
  for (const { id, input, ...pair } of pairs) {
    for (const who of ['ours', 'peer'] as const) {
      const run = await repeatedAlone(`${id} ${who}`, pair[who], input);
      const times = batchOf(run);
      batches.set(`${id} ${who}`, times);
      bench.add(`${id} ${who}`, () => run(times));
    }
  }
  await bench.run();

  const perSecond = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (!result || !('throughput' in result)) throw new Error(`${name} was not measured.`);
    return (1000 / result.latency.p50) * (batches.get(name) ?? 0);
  };
  const rows = pairs.map(({ id }) => ({ id, ours: perSecond(`${id} ours`), peer: perSecond(`${id} peer`) }));
  const ratios = rows.map(({ id, ours, peer }) => ({ id, ratio: ours / peer })).sort((a, b) => a.ratio - b.ratio);
  const seconds = (who: 'ours' | 'peer') => rows.reduce((sum, row) => sum + 1 / row[who], 0);
  return {
    ours: median(rows.map((row) => row.ours)),
    peer: median(rows.map((row) => row.peer)),
    ratio: median(ratios.map(({ ratio }) => ratio)),
    /** The peer's time over ours, where every pair is called equally often. */
    total: seconds('peer') / seconds('ours'),
    /** The ratio of each, the lowest first, for people. */
    listed: ratios.map(({ id, ratio }) => `${id} ${ratio.toFixed(1)}`),
  };
}

/** Repeats a function at a call site of its own. */
async function repeatedAlone(name: string, call: (input: never) => unknown, input: unknown) {
  const { repeated }: typeof import('./repeated.ts') = await import(`./repeated.ts?${encodeURIComponent(name)}`);
  // Each pair is made of functions that take its input.
  return repeated(call, input as never);
}

/** Milliseconds that a measured iteration should take: clocks are too coarse for less, and more is often interrupted. */
const iteration = 0.1;

/** Calls in an iteration of about that length. */
function batchOf(run: (times: number) => void): number {
  run(1000);
  const tries = Array.from({ length: 20 }, () => {
    const started = performance.now();
    run(100);
    return performance.now() - started;
  });
  return Math.max(1, Math.round((iteration / Math.min(...tries)) * 100));
}
