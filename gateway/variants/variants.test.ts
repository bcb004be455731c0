import { describe, expect, test } from 'vitest';
import { variants } from './index.ts';
import { complaints, judge } from './testing/judge.ts';
import { groups } from './together.ts';
import type { VariantHost } from './variant.ts';

const seed = 20_260_101;
const whole = process.env.VARIANTS === 'all';

/** A few of many, evenly spread. */
function some<T>(items: readonly T[], count: number): readonly T[] {
  return whole ? items : items.filter((_, index) => index % Math.ceil(items.length / count) === 0);
}

const hosts: readonly VariantHost[] = ['base', 'account'];

describe('conform', () => {
  test.each(hosts.flatMap((host) => some(groups(host, 10, seed), 2).map((group) => ({ host, group }))))(
    'accuses no gateway of host $host with ten variants at once',
    async ({ host, group }) => {
      const report = await judge(group, { host, level: whole ? 'controlled' : 'free' });
      expect(complaints(report), group.map(({ name }) => name).join(', ')).toEqual([]);
    },
    180_000,
  );

  test.each(whole ? variants : [])(
    'accuses no gateway with $family: $name',
    async (variant) => {
      for (const host of variant.hosts) {
        expect(complaints(await judge([variant], { host, level: 'free' }))).toEqual([]);
      }
    },
    180_000,
  );
});

describe('variants', () => {
  test('are named distinctly', () => {
    const names = variants.map(({ family, name }) => `${family}: ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('are at least 150', () => {
    expect(variants.length).toBeGreaterThanOrEqual(150);
  });
});
