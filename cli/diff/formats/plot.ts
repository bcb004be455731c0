import type { Figure } from '#generators/compare/change.ts';

const [width, height, left, bottom] = [560, 240, 64, 36];

/** Draws two prices over an input as SVG: the older one dashed, the newer one solid. */
export function plotOf({ input, points }: Figure): string {
  const top = Math.max(...points.flatMap(({ before, after }) => [before, after]), Number.MIN_VALUE);
  const numbers = points.map(({ at }) => at).filter((at) => typeof at === 'number');
  const isScale = numbers.length === points.length && points.length > 1;
  const [first = 0, last = 1] = [Math.min(...numbers), Math.max(...numbers)];
  const x = (index: number): number => {
    const share = isScale ? ((numbers[index] ?? first) - first) / (last - first || 1) : (index + 0.5) / points.length;
    return left + share * (width - left - 12);
  };
  const y = (value: number): number => 12 + (1 - value / top) * (height - bottom - 12);
  const line = (side: 'before' | 'after') =>
    points.map((point, index) => `${x(index).toFixed(1)},${y(point[side]).toFixed(1)}`).join(' ');
  const ends = [points[0], points.at(-1)].map((point) => String(point?.at ?? ''));
  return [
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${htmlText(`Price in USD over ${input}, before and after`)}">`,
    `<line class="axis" x1="${left}" y1="${y(0)}" x2="${width - 12}" y2="${y(0)}"/>`,
    `<line class="axis" x1="${left}" y1="12" x2="${left}" y2="${y(0)}"/>`,
    `<text x="${left - 6}" y="20" text-anchor="end">${short(top)}</text>`,
    `<text x="${left - 6}" y="${y(0)}" text-anchor="end">0</text>`,
    `<text x="${left}" y="${height - 12}">${htmlText(ends[0] ?? '')}</text>`,
    `<text x="${width - 12}" y="${height - 12}" text-anchor="end">${htmlText(ends[1] ?? '')}</text>`,
    `<text x="${(left + width) / 2}" y="${height - 12}" text-anchor="middle">${htmlText(input)}</text>`,
    `<polyline class="before" points="${line('before')}"/>`,
    `<polyline class="after" points="${line('after')}"/>`,
    '</svg>',
  ].join('');
}

function short(usd: number): string {
  return Number(usd.toPrecision(3)).toString();
}

/** Text as HTML shows it. */
export function htmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
