import { htmlText } from '#conformance/report/escape/html.ts';
import type { Figure } from '#generators/compare/change.ts';

const [width, height, left, bottom, top] = [560, 260, 72, 44, 24];

/** Draws two prices over an input as SVG: the older one dashed, the newer one solid. */
export function plotOf({ input, unit, points, steps, threshold }: Figure): string {
  const highest = Math.max(...points.flatMap(({ before, after }) => [before, after]), Number.MIN_VALUE);
  const numbers = points.map(({ at }) => at).filter((at) => typeof at === 'number');
  const isScale = numbers.length === points.length && points.length > 1;
  const [first = 0, last = 1] = [Math.min(...numbers), Math.max(...numbers)];
  const onScale = (value: number): number => left + ((value - first) / (last - first || 1)) * (width - left - 12);
  const x = (index: number): number =>
    isScale ? onScale(numbers[index] ?? first) : left + ((index + 0.5) / points.length) * (width - left - 12);
  const y = (value: number): number => top + (1 - value / highest) * (height - bottom - top);
  const line = (side: 'before' | 'after') => {
    const all = points.map((point, index): readonly [number, number] => [x(index), y(point[side])]);
    return (steps ? asSteps(all) : all).map((each) => each.map((value) => value.toFixed(1)).join()).join(' ');
  };
  const ends = [points[0], points.at(-1)].map((point) => String(point?.at ?? ''));
  const axis = unit === undefined ? input : `${unit} of ${input}`;
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${htmlText(`Price of a call in USD over ${axis}, before and after`)}">`,
    `<line class="axis" x1="${left}" y1="${y(0)}" x2="${width - 12}" y2="${y(0)}"/>`,
    `<line class="axis" x1="${left}" y1="${top}" x2="${left}" y2="${y(0)}"/>`,
    `<text x="${left - 6}" y="${top - 10}" text-anchor="end">USD</text>`,
    `<text x="${left - 6}" y="${top + 8}" text-anchor="end">${short(highest)}</text>`,
    `<text x="${left - 6}" y="${y(0)}" text-anchor="end">0</text>`,
    `<text x="${left}" y="${height - 24}">${htmlText(ends[0] ?? '')}</text>`,
    `<text x="${width - 12}" y="${height - 24}" text-anchor="end">${htmlText(ends[1] ?? '')}</text>`,
    `<text x="${(left + width) / 2}" y="${height - 6}" text-anchor="middle">${htmlText(axis)}</text>`,
    ...(isScale && threshold !== undefined ? [thresholdLine(onScale(threshold), threshold, y(0))] : []),
    `<polyline class="before" points="${line('before')}"/>`,
    `<polyline class="after" points="${line('after')}"/>`,
    '</svg>',
  ].join('');
}

/** A line that keeps its height up to the next point. */
function asSteps(points: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  return points.flatMap((point, index) => {
    const earlier = points[index - 1];
    return earlier ? [[point[0], earlier[1]] as const, point] : [point];
  });
}

/** The value above which alone the prices differ. */
function thresholdLine(x: number, threshold: number, floor: number): string {
  return (
    `<line class="threshold" x1="${x.toFixed(1)}" y1="${top}" x2="${x.toFixed(1)}" y2="${floor}"/>` +
    `<text x="${x.toFixed(1)}" y="${top - 10}" text-anchor="middle">above ${threshold}</text>`
  );
}

function short(usd: number): string {
  return Number(usd.toPrecision(3)).toString();
}
