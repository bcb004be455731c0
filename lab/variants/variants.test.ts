import { describe, expect, test } from 'vitest';
import { groups } from './groups.ts';
import { variants } from './index.ts';
import { complaints, type JudgeOptions, judge } from './judge.ts';
import type { Variant } from './variant.ts';

const seed = 20_260_103;

/** Milliseconds that a run may take on a machine that is busy with other tests. */
const patience = 400_000;

/** A gateway of the quick run. */
interface Sample extends Pick<JudgeOptions, 'host' | 'level'> {
  readonly group: readonly Variant[];
}

/** A few of many, evenly spread. */
function some<T>(items: readonly T[], count: number): readonly T[] {
  return items.filter((_, index) => index % Math.ceil(items.length / count) === 0);
}

/** Groups of ten, so that a run takes seconds; `npm run variants` goes through all of them at every level. */
const sampled: readonly Sample[] = [
  ...some(groups('base', 10, seed), 2).map((group) => ({ host: 'base', level: 'free', group }) as const),
  ...some(groups('account', 10, seed), 2).map((group) => ({ host: 'account', level: 'free', group }) as const),
  ...some(groups('account', 10, seed + 1), 1).map((group) => ({ host: 'account', level: 'paid', group }) as const),
];

describe('conform', () => {
  test.each(sampled)(
    'fails no rule on host $host with ten variants at once at level $level',
    async ({ host, level, group }) => {
      const report = await judge(group, { host, level });
      expect(complaints(report), group.map(({ name }) => name).join(', ')).toEqual([]);
    },
    patience,
  );
});

test('a judgement reaches operations whose paths and models a target file names', async () => {
  const only = ['discover-web-search.exists', 'generate-image.model.catalog', 'look-up-users.usernames.required'];
  const { results } = await judge([], { host: 'base', level: 'free', only });
  expect(results.map(({ verdict }) => verdict)).toEqual(only.map(() => 'pass'));
});

describe('variants', () => {
  test('are named distinctly', () => {
    const names = variants.map(({ family, name }) => `${family}: ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('are at least 450', () => {
    expect(variants.length).toBeGreaterThanOrEqual(450);
  });
});

const verdictsOf = async (name?: string) => {
  const chosen = variants.filter((variant) => variant.name === name);
  const { results } = await judge(chosen, { host: 'base', level: 'controlled', only: ['web-*', 'find-similar-*'] });
  return results.map(({ rule, verdict }) => [rule, verdict]);
};

test('every rule about web searches is judged within the wrapper as well', async () => {
  expect(await verdictsOf('wraps web search results')).toEqual(await verdictsOf());
});

test('a gateway may refuse each request of an operation whose request the documents do not show', async () => {
  const chosen = variants.filter(({ name }) => name === 'requires `from_table` in on-chain queries');
  const { results } = await judge(chosen, { host: 'account', level: 'paid', only: ['run-onchain-query.served'] });
  expect(results.map(({ verdict }) => verdict)).toEqual(['not-testable']);
});

test('fields beside the answers of a decision are no text that explains it', async () => {
  const chosen = variants.filter(({ name }) => name === 'adds fields to the response of decide');
  const { results } = await judge(chosen, { host: 'account', level: 'paid', only: ['decide.response.no-free-text'] });
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass']);
});
