import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emissionMistakes } from './emission.ts';
import { readSpec } from './read.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tollwright-emission-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The mistakes of the small specification with another price of a translation. */
async function mistakesWith(name: string, from: string, to: string): Promise<readonly string[]> {
  const spec = join(folder, name);
  await cp('generators/fixtures/tiny', spec, { recursive: true });
  const file = join(spec, 'prices/transcription.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(from, to).replace(/examples:[\s\S]*$/, ''));
  const { model, diagnostics } = await readSpec(spec);
  if (!model) throw new Error(JSON.stringify(diagnostics));
  const found = await emissionMistakes(model, spec);
  return found.map(({ code, message, file: at, line }) => `${at.slice(spec.length + 1)}:${line} ${code} ${message}`);
}

test('the specification as it is has none', async () => {
  expect(await mistakesWith('sound', 'formula: minutes', 'formula: minutes')).toEqual([]);
});

test.each([
  ['a remainder', 'minutes: ceil(request.seconds / 60)', 'minutes: request.seconds % 60', 6, 'takes a remainder'],
  ['a division by an input', 'minutes * 0.0065 + handling', 'handling / minutes', 7, 'divides by something'],
  [
    'a negative index',
    'ceil(request.seconds / 60)',
    'characters(split(request.audio_url, "/")[-1])',
    6,
    'negative number',
  ],
] as const)('%s is a diagnostic with its place', async (name, from, to, line, reason) => {
  const [found = ''] = await mistakesWith(name.replaceAll(' ', '-'), from, to);
  expect(found).toMatch(new RegExp(`^prices/transcription\\.yaml:${line} cel-unwritable No exact code can be written`));
  expect(found).toContain(reason);
});
