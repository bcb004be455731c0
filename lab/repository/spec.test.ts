import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const files = new Map<string, readonly string[]>();
for await (const path of glob('spec/**/*.yaml')) files.set(path, (await readFile(path, 'utf8')).split('\n'));

test('no file of the specification has over 300 lines', () => {
  expect([...files].filter(([, lines]) => lines.length > 300).map(([path]) => path)).toEqual([]);
});

test('no ten lines of the specification stand twice', () => {
  const known = new Map<string, string>();
  const twice: string[] = [];
  for (const [path, lines] of files) {
    for (let first = 0; first + 10 <= lines.length; first += 1) {
      const block = lines.slice(first, first + 10).join('\n');
      const place = `${path}:${first + 1}`;
      const earlier = known.get(block);
      if (earlier) twice.push(`${earlier} and ${place}`);
      known.set(block, place);
    }
  }
  expect(twice).toEqual([]);
});
