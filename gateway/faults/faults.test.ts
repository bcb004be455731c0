import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fault, faults } from './index.ts';
import { failing, judge, naming } from './testing/judge.ts';

/** Faults that are tried where FAULTS does not ask for all of them. */
const sampled = 25;

/** The same ones every time, from all families. */
const sample = fc.sample(fc.shuffledSubarray([...faults], { minLength: sampled, maxLength: sampled }), {
  seed: 1,
  numRuns: 1,
});
const tried: readonly Fault[] = process.env.FAULTS === 'all' ? faults : (sample[0] ?? []);

describe('the behaviour faults', () => {
  test('are at least 120, each under a name of its own', () => {
    expect(faults.length).toBeGreaterThanOrEqual(120);
    expect(new Set(faults.map(({ name }) => name)).size).toBe(faults.length);
  });
});

describe('conform', () => {
  test.each(['base', 'account'] as const)(
    'passes a healthy %s on every rule that the tried faults break',
    async (host) => {
      const of = tried.filter((fault) => fault.host === host);
      if (of.length === 0) return;
      const report = await judge({ host, level: 'controlled', only: of.map(({ rule }) => rule) });
      expect(failing(report)).toEqual([]);
      expect(report.summary.error).toBe(0);
    },
  );

  test.each(tried)('names $rule for $name', async (fault) => {
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
