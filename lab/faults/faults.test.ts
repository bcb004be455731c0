import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, faults } from './index.ts';
import { failing, judge, naming } from './testing/judge.ts';

/** The commonest ways to get money and bounds wrong: one of each kind, tried every time. */
const always: readonly string[] = [
  'accepts `max_results` of one above the maximum',
  'applies a wrong margin to image prices',
  'accepts replays',
  'settles twice under twenty concurrent polls',
  'settles before the provider has responded',
  'raises the amount in the requirement headers above the body’s',
  'omits the breakdown of a chat price',
  'ignores unknown keys that must be rejected',
  'ends a broken stream without an error event',
  'allows one call more than the rate limit',
];

/** Further faults that are tried where FAULTS does not ask for all of them. */
const sampled = 20;

const others = faults.filter(({ name }) => !always.includes(name));
/** The same ones every time, from all families. */
const sample = fc.sample(fc.shuffledSubarray(others, { minLength: sampled, maxLength: sampled }), {
  seed: 1,
  numRuns: 1,
});
const chosen = [...faults.filter(({ name }) => always.includes(name)), ...(sample[0] ?? [])];
const tried: readonly Fault[] = process.env.FAULTS === 'all' ? faults : chosen;

describe('the behaviour faults', () => {
  test('are at least 120, each under a name of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(120);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
    expect(chosen).toHaveLength(always.length + sampled);
  });
});

describe('conform', () => {
  test.each([...new Set(tried.map(({ host }) => host))])(
    'passes a healthy %s on every rule that the tried faults break',
    async (host) => {
      const of = tried.filter((fault) => fault.host === host);
      const report = await judge({ host, level: 'controlled', only: of.map(({ rule }) => rule) });
      expect(failing(report)).toEqual([]);
      expect(report.summary.error).toBe(0);
    },
  );

  test.each(tried)('names $rule where the gateway $name', async (fault) => {
    const report = await judge(fault);
    const named = await naming(fault, report);
    expect(
      named.map(({ rule }) => rule),
      failing(report)
        .map(({ rule }) => rule)
        .join(', '),
    ).not.toEqual([]);
  });
});
