import { describe, expect, test } from 'vitest';
import type { Limit } from '../contract/contract.ts';
import { type Calls, countLimit } from './count.ts';

const limit: Limit = {
  id: 'reads',
  summary: 'Reads per address',
  operations: ['list'],
  count: 10,
  sides: [],
  window: 60,
  key: 'ip',
  keyStatus: 'stated',
  error: 'too-many',
  shared: false,
  from: [],
  status: 'stated',
};

/** A host that allows some calls in windows, which begin with a call or at fixed times, and a run that called it before. */
interface Host {
  readonly allows: number;
  /** Seconds; as stated by default. */
  readonly window?: number;
  readonly aligned?: number;
  readonly says?: boolean;
  /** Seconds between calls. */
  readonly pace?: number;
  /** Calls of this run before the count. */
  readonly before?: number;
  /** Calls of others in the window, before this run. */
  readonly others?: number;
}

function callsOf({
  allows,
  window = limit.window,
  aligned,
  says = true,
  pace = 0.1,
  before = 0,
  others = 0,
}: Host): Calls {
  let now = 100;
  let ends = others > 0 ? 100 + window - 10 : 0;
  let used = others;
  const served: number[] = [];
  const call = async () => {
    now += pace;
    if (now >= ends) {
      ends = aligned === undefined ? now + window : (Math.floor((now - aligned) / window) + 1) * window + aligned;
      used = 0;
    }
    if (used >= allows) return { isLimited: true, ...(says && { reset: Math.ceil(ends - now) }) };
    used += 1;
    served.push(now);
    return { isLimited: false };
  };
  for (let made = 0; made < before; made++) void call();
  return {
    call,
    made: (seconds) => {
      const most = served.filter((at) => at >= now - seconds).length;
      return { fewest: most, most };
    },
    elapsed: () => now - 100,
    wait: async (seconds) => (now += seconds),
  };
}

describe('countLimit', () => {
  test.each<[string, Host, string]>([
    ['agrees with a host as stated', { allows: 10 }, 'agrees'],
    ['agrees after calls that were made before', { allows: 10, before: 4 }, 'agrees'],
    ['agrees after calls of others', { allows: 10, others: 5 }, 'agrees'],
    ['agrees where a window ends between the calls', { allows: 10, aligned: 100.5, pace: 2 }, 'agrees'],
    ['agrees where a window of fixed times ends early', { allows: 10, aligned: 41 }, 'agrees'],
    ['finds fewer', { allows: 7 }, 'fewer'],
    ['finds fewer after calls that were made before', { allows: 7, before: 3 }, 'fewer'],
    ['finds fewer after calls of others', { allows: 7, others: 3 }, 'fewer'],
    ['finds more', { allows: 15 }, 'more'],
    ['finds one more', { allows: 11 }, 'more'],
    ['finds one more where a window of fixed times ends early', { allows: 11, aligned: 41 }, 'more'],
    ['finds no limit', { allows: 1000 }, 'more'],
    ['says nothing where the end of the window is not known', { allows: 7, says: false }, 'unknown'],
    ['cannot count in windows that end all the time', { allows: 1000, pace: 20 }, 'unknown'],
  ])('%s', async (_, host, result) => {
    expect(await countLimit(limit, callsOf(host))).toMatchObject({ result });
  });

  const hour = { ...limit, window: 3600 };

  test.each<[string, Host, string]>([
    ['agrees with a host as stated', { allows: 10, before: 3, pace: 2 }, 'agrees'],
    ['finds fewer', { allows: 7, before: 3, pace: 2 }, 'fewer'],
    ['finds more', { allows: 13, before: 3, pace: 2 }, 'more'],
    ['cannot count in a window that began before the run', { allows: 10, others: 5 }, 'unknown'],
    ['finds more in a window that began before the run', { allows: 1000, others: 5 }, 'more'],
  ])('of an hour, which is not waited for: %s', async (_, host, result) => {
    expect(await countLimit(hour, callsOf({ ...host, window: 3600 }))).toMatchObject({ result });
  });

  test('agrees with the other side of a conflict', async () => {
    expect(await countLimit({ ...limit, sides: [7] }, callsOf({ allows: 7 }))).toEqual({ result: 'agrees' });
    expect(await countLimit({ ...limit, sides: ['none'] }, callsOf({ allows: 99 }))).toEqual({ result: 'agrees' });
  });

  test('says how many calls were served', async () => {
    expect(await countLimit(limit, callsOf({ allows: 7, before: 3 }))).toEqual({ result: 'fewer', calls: 7 });
  });
});
