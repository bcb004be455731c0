import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { tinyFolder } from './fixtures/tiny.ts';
import { loadFiles } from './reader/load.ts';
import { edited, edits, type Texts } from './testing/edits.ts';

const original: Texts = new Map(((await loadFiles(tinyFolder)) ?? []).map(({ name, text }) => [name, text]));
const folder = mkdtempSync(join(tmpdir(), 'tollwright-edits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Emitters that need a compiler: what they hand to it depends on nothing that others do not depend on. */
const compiling = new Set(['types', 'machines', 'prices']);

/** A generator that has not read anything yet. */
async function fresh() {
  vi.resetModules();
  const { readSpec } = await import('./read.ts');
  const { emitWith } = await import('./emit.ts');
  const { moduleEmitters, dataEmitters } = await import('./emitters/index.ts');
  const emitters = [...moduleEmitters, ...dataEmitters].filter(({ name }) => !compiling.has(name));
  return async (): Promise<ReadonlyMap<string, string>> => {
    const { model, diagnostics } = await readSpec(folder);
    const files = model ? await emitWith(emitters, model).catch((error) => [{ path: 'error', text: `${error}` }]) : [];
    return new Map([
      ['diagnostics', JSON.stringify(diagnostics, null, 2)],
      ...files.map(({ path, text }) => [path, text] as const),
    ]);
  };
}

function write(texts: Texts): void {
  rmSync(folder, { recursive: true });
  for (const [name, text] of texts) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

test('after any changes, the same is emitted as by a generator that reads the specification for the first time', async () => {
  const generate = await fresh();
  write(original);
  const first = await generate();
  let valid = 0;
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      let texts = original;
      for (const change of changes) {
        texts = edited(texts, original, change);
        write(texts);
        await generate();
      }
      const again = await generate();
      const cold = await (await fresh())();
      expect(again).toEqual(cold);
      if (cold.size > 2) valid += 1;
      write(original);
      expect(await generate()).toEqual(first);
    }),
    { numRuns: 6 },
  );
  expect(valid).toBeGreaterThan(0);
});
