import { Bench } from 'tinybench';
import { median } from './load.ts';

/** The same work done by us and by a peer. */
export interface Pair {
  readonly id: string;
  readonly ours: () => unknown;
  readonly peer: () => unknown;
}

/** Calls in one measured iteration: single calls would measure the clock. */
const batch = 1000;

/** Measures pairs in one run and tells calls per second: medians over all pairs, and the ratio of each. */
export async function inTurn(pairs: readonly Pair[]) {
  const bench = new Bench({ time: 200, warmupTime: 50 });
  for (const { id, ours, peer } of pairs) bench.add(`${id} ours`, repeated(ours)).add(`${id} peer`, repeated(peer));
  await bench.run();

  const perSecond = (name: string) => {
    const result = bench.getTask(name)?.result;
    if (!result || !('throughput' in result)) throw new Error(`${name} was not measured.`);
    return (1000 / result.latency.p50) * batch;
  };
  const rows = pairs.map(({ id }) => ({ id, ours: perSecond(`${id} ours`), peer: perSecond(`${id} peer`) }));
  const ratios = rows.map(({ id, ours, peer }) => ({ id, ratio: ours / peer })).sort((a, b) => a.ratio - b.ratio);
  return {
    ours: median(rows.map((row) => row.ours)),
    peer: median(rows.map((row) => row.peer)),
    ratio: median(ratios.map(({ ratio }) => ratio)),
    worst: ratios[0] ?? { id: '', ratio: Number.NaN },
  };
}

/** The last result is kept where the optimiser cannot see that nobody reads it. */
let sink: unknown;

function repeated(call: () => unknown): () => void {
  return () => {
    for (let index = 0; index < batch; index++) sink = call();
    if (sink === repeated) throw new Error('unreachable');
  };
}
