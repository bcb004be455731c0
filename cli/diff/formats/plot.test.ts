import { describe, expect, test } from 'vitest';
import type { Figure } from '#generators/compare/change.ts';
import { compare } from '#generators/compare/compare.ts';
import { edited } from '#generators/compare/testing/edited.ts';
import { plotOf } from './plot.ts';

/** The figure of a price that edits of the small specification change. */
function figureOf(file: string, ...edits: readonly (readonly [string, string])[]): Figure {
  const { changes } = compare(edited(), edited({ [file]: edits }));
  const [figure, ...others] = changes.flatMap(({ figure }) => figure ?? []);
  if (!figure || others.length > 0) throw new Error(`The edits of ${file} have not one figure.`);
  return figure;
}

/** The points of a line of a drawing. */
function lineOf(svg: string, side: 'before' | 'after'): readonly (readonly number[])[] {
  const points = new RegExp(`<polyline class="${side}" points="([^"]*)"`).exec(svg)?.[1] ?? '';
  return points.split(' ').map((point) => point.split(',').map(Number));
}

const isLevelOrUpright = (line: readonly (readonly number[])[]) =>
  line.every(([x, y], index) => {
    const [nextX = x, nextY = y] = line[index + 1] ?? [];
    return x === nextX || y === nextY;
  });

const dearer = figureOf(
  'prices/transcription.yaml',
  ['minutes * 0.0065 + handling', 'minutes * 0.007 + handling'],
  ['minutes: minutes * 0.0065', 'minutes: minutes * 0.007'],
  ['usd: "0.015"', 'usd: "0.016"'],
);
const above = figureOf('prices/transcription.yaml', [
  'formula: minutes * 0.0065',
  'formula: (minutes + max(minutes - 30, 0)) * 0.0065',
]);
const longer = figureOf('prices/translation.yaml', [
  'formula: max(size * rate, least)',
  'formula: max(size * rate, least) + max(size - 20, 0) * 0.00001',
]);

describe('the figure of a price', () => {
  test('has the points on both sides of each jump', () => {
    expect(dearer).toMatchObject({ input: 'seconds', steps: true });
    const at = dearer.points.map((point) => point.at);
    const jumps = at.filter((value) => Number(value) % 60 === 0 && at.includes(Number(value) + 1));
    expect(jumps.length).toBeGreaterThan(3);
    for (const { at: seconds, before } of dearer.points)
      expect(before).toBeCloseTo(Math.ceil(Number(seconds) / 60) * 0.0065 + 0.002, 6);
  });

  test('has the value above which the prices differ', () => {
    expect(above).toMatchObject({ input: 'seconds', threshold: 1800 });
    for (const { at, before, after } of above.points) expect(after > before).toBe(Number(at) > 1800);
  });

  test('has the unit of an input whose length counts', () => {
    expect(longer).toMatchObject({ input: 'text', unit: 'characters' });
    expect(longer.steps).toBeUndefined();
  });
});

describe('plotOf', () => {
  test('draws prices that jump as steps, and others as lines', () => {
    for (const side of ['before', 'after'] as const) {
      expect(isLevelOrUpright(lineOf(plotOf(dearer), side))).toBe(true);
      expect(isLevelOrUpright(lineOf(plotOf(longer), side))).toBe(false);
    }
  });

  test('names the unit of both axes', () => {
    expect(plotOf(longer)).toContain('>characters of text</text>');
    expect(plotOf(longer)).toContain('>USD</text>');
    expect(plotOf(longer)).toContain('aria-label="Price of a call in USD over characters of text, before and after"');
  });

  test('marks the threshold where it lies on the axis, and nothing where there is none', () => {
    const svg = plotOf(above);
    const [, x] = /<line class="threshold" x1="([\d.]+)"/.exec(svg) ?? [];
    const line = lineOf(svg, 'after');
    const [first = 0, last = 0] = [line[0]?.[0], line.at(-1)?.[0]];
    const [least = 0, most = 0] = [above.points[0]?.at, above.points.at(-1)?.at].map(Number);
    expect(Number(x)).toBeCloseTo(first + ((1800 - least) / (most - least)) * (last - first), 0);
    expect(svg).toContain('>above 1800</text>');
    expect(plotOf(dearer)).not.toContain('threshold');
  });

  test('writes nothing of a name unescaped', () => {
    const points = ['<b>', '"&'].map((at, index) => ({ at, before: index, after: 1 }));
    const svg = plotOf({ kind: 'price', input: '<i>"', points });
    expect(svg.match(/<[a-z]+/g)?.filter((tag) => !['<svg', '<line', '<text', '<polyline'].includes(tag))).toEqual([]);
    expect(svg).toContain('&lt;b&gt;');
  });
});
