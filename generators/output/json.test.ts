import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printJson } from './json.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Values whose lists and objects are about as long as a line. */
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    fc.constantFrom(
      '',
      'a',
      '{',
      '[',
      '"',
      'a\nb',
      'ends in [',
      'ends in {',
      '漢字かな',
      'é',
      'x'.repeat(40),
      'x'.repeat(110),
    ),
    fc.constantFrom(0, -1, 1.5, 1e21, true, null),
    fc.array(fc.integer(), { maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'key', 'from', 'a longer key', '__proto__'), tie('value'), {
      maxKeys: 6,
      noNullPrototype: true,
    }),
  ),
}));

test('lays JSON out as the formatter of this repository does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-json-'));
  try {
    const samples = fc.sample(values.value, { numRuns: 400, seed: 1 });
    const own: unknown = JSON.parse(await readFile(join(repository, 'biome.json'), 'utf8'));
    const settings = Object.assign({}, own, { root: true, vcs: { enabled: false } });
    await writeFile(join(folder, 'biome.json'), JSON.stringify(settings));
    for (const [index, sample] of samples.entries())
      await writeFile(join(folder, `${index}.json`), JSON.stringify(sample));
    const biome = join(repository, 'node_modules/@biomejs/biome/bin/biome');
    await run(process.execPath, [biome, 'format', '--write', '--colors=off', '.'], { cwd: folder });
    for (const [index, sample] of samples.entries())
      expect(printJson(sample)).toBe(await readFile(join(folder, `${index}.json`), 'utf8'));
  } finally {
    await rm(folder, { recursive: true });
  }
});
