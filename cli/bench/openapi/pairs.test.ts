import { describe, expect, test } from 'vitest';
import { readers, reportOf } from '../../diff/report.ts';
import { unproven } from '../../diff/testing/unproven.ts';
import { agrees, judge, readPairs, sidesOf, type Tool } from './pairs.ts';

const judged = await Promise.all(readPairs().map(async (pair) => ({ ...pair, ours: await judge(pair) })));

describe('documented changes of OpenAPI descriptions', () => {
  test.each<[Tool, least: number, of: number]>([
    ['oasdiff', 135, 140],
    ['redocly', 184, 195],
    ['openapi-diff', 8, 8],
  ])('are judged as %s documents them: at least %i of %i', (tool, least, of) => {
    const own = judged.flatMap(({ levels, ours }) => (levels[tool] ? [agrees(levels[tool], ours)] : []));
    expect(own.length).toBe(of);
    expect(own.filter((isRight) => isRight).length).toBeGreaterThanOrEqual(least);
  });

  test('say why wherever our level is not that of a tool, and nowhere else', () => {
    const departing = judged.filter(({ levels, ours }) => Object.values(levels).some((level) => !agrees(level, ours)));
    expect(departing.map(({ change }) => change)).toEqual(
      judged.filter(({ why }) => why !== undefined).map(({ change }) => change),
    );
  });

  test('are breaking, in both directions, only with a proof that holds', async () => {
    for (const pair of readPairs()) {
      const [before, after] = sidesOf(pair);
      for (const sides of [[before, after] as const, [after, before] as const])
        expect(unproven((await reportOf(...sides, readers, [])).changes, ...sides), pair.change).toEqual([]);
    }
  });

  test('are all seen, but for the case of a name that has none', () => {
    const unseen = judged.filter(({ ours }) => ours === 'unseen').map(({ change }) => change);
    expect(unseen).toEqual(['a changed case of a header name']);
  });
});
