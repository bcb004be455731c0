import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { writtenApart } from './figures/files.ts';

/** Lines that may not stand together in two places. */
const block = 10;

test('no ten lines are written twice, in code or in YAML', () => {
  const files = globSync('{cli,conformance,gateway,generators,lab,runtime,spec,templates}/**/*.{ts,yaml,hbs}', {
    // Two releases of one description differ in a line or two.
    exclude: [writtenApart, 'cli/diff/testing/described/**'],
  });
  expect(files.length).toBeGreaterThan(500);
  expect(repeated(new Map(files.map((file) => [file, readFileSync(file, 'utf8')])))).toEqual([]);
});

test('ten lines that are written twice are found, however they are indented', () => {
  const lines = Array.from({ length: block }, (_, index) => `line ${index}`);
  const texts = new Map([
    ['a', lines.join('\n')],
    ['b', `first\n\n  ${lines.join('\n\n  ')}`],
    ['c', lines.slice(1).join('\n')],
  ]);
  expect(repeated(texts)).toEqual(['a:1, b:3']);
});

/** Places where the same lines begin, as `<file>:<line>` each; blank lines do not count. */
function repeated(texts: ReadonlyMap<string, string>): string[] {
  const places = new Map<string, string[]>();
  for (const [file, text] of texts) {
    const lines = text
      .split('\n')
      .map((line, index) => ({ text: line.trim(), place: `${file}:${index + 1}` }))
      .filter((line) => line.text !== '');
    for (const [start, { place }] of lines.entries()) {
      const words = lines.slice(start, start + block).map((line) => line.text);
      if (words.length < block) continue;
      const key = words.join('\n');
      places.set(key, [...(places.get(key) ?? []), place]);
    }
  }
  return [...places.values()].filter((found) => found.length > 1).map((found) => found.join(', '));
}
