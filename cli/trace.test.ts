import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tollwright } from './testing/run.ts';

test('trace accounts for every statement of the documents and finds a check for every rule of tier must', async () => {
  const { code, stdout } = await tollwright(['trace', '--json']);
  const { rows, unaccounted, unchecked } = JSON.parse(stdout);
  expect({ code, unaccounted, unchecked }).toEqual({ code: 0, unaccounted: [], unchecked: [] });
  expect(rows.length).toBeGreaterThan(0);
});

test('trace fails when nothing encodes a statement', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-trace-'));
  try {
    await cp('spec', folder, { recursive: true });
    const file = join(folder, 'statements/core/limits.yaml');
    const text = await readFile(file, 'utf8');
    const line = text.split('\n').find((each) => /^ {2}core-/.test(each)) ?? '';
    await writeFile(file, text.replace(line, `${line}\n${line.replace(/core-\d+/, 'core-9999')}`));
    const { code, stdout } = await tollwright(['trace', '--spec', folder, '--unaccounted']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('core-9999') });
  } finally {
    await rm(folder, { recursive: true });
  }
});
