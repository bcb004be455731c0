import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { tinyFolder } from './fixtures/tiny.ts';
import { allKinds, type Kind } from './language/kinds.ts';
import { loadFiles } from './reader/load.ts';
import { edited, edits, type Texts } from './testing/edits.ts';

const original: Texts = new Map(((await loadFiles(tinyFolder)) ?? []).map(({ name, text }) => [name, text]));
const folder = mkdtempSync(join(tmpdir(), 'tollwright-edits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** For each kind of spec file, a change of one that leaves the specification valid. */
const changes: Readonly<Record<Kind, readonly [file: string, text: string, replacement: string]>> = {
  service: ['service.yaml', 'version: 0.3.0', 'version: 0.4.0'],
  host: ['hosts/quay.yaml', 'seconds: 120', 'seconds: 90'],
  network: ['networks/base-sepolia.yaml', 'decimals: 6', 'decimals: 8'],
  operation: ['operations/text/translate.yaml', 'summary: ', 'summary: Now '],
  schemas: ['schemas/audio.yaml', 'maximum: 7200', 'maximum: 7100'],
  price: ['prices/transcription.yaml', 'rounding: up', 'rounding: down'],
  catalog: ['catalogs/languages.yaml', '"0.00003"', '"0.00004"'],
  machine: ['machines/transcription.yaml', 'after(1800s)', 'after(900s)'],
  errors: ['errors/service.yaml', 'http: 502', 'http: 503'],
  limits: ['limits/reads.yaml', 'count: 5', 'count: 7'],
  questions: ['questions/service.yaml', 'Five minutes.', 'Two minutes.'],
  scenarios: ['scenarios/quotes.yaml', 'Ja en nee', 'Nee en ja'],
  protocol: ['protocol/payment.yaml', 'summary: ', 'summary: Now '],
  statements: ['statements/notes/all.yaml', 'within two minutes', 'within minutes'],
};

/** Kinds whose files no artifact shows. */
const unseen: ReadonlySet<Kind> = new Set(['questions']);

// Loading the compilers takes longer than all else, and they keep nothing that was read: every generator has the same.
const compilersPath = './compilers/compilers.ts';
const compilers = await import('./compilers/compilers.ts');
vi.doMock(compilersPath, () => compilers);
afterAll(() => vi.doUnmock(compilersPath));

/** A generator that has not read anything yet. */
async function fresh() {
  vi.resetModules();
  const { readSpec } = await import('./read.ts');
  const { emitWith } = await import('./emit.ts');
  const { moduleEmitters, dataEmitters } = await import('./emitters/index.ts');
  const emitters = [...moduleEmitters, ...dataEmitters];
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

const generate = await fresh();
write(original);
const first = await generate();

test('after any changes, the same is emitted as by a generator that reads the specification for the first time', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (edits) => {
      let texts = original;
      for (const edit of edits) {
        texts = edited(texts, original, edit);
        write(texts);
        await generate();
      }
      expect(await generate()).toEqual(await (await fresh())());
      write(original);
      expect(await generate()).toEqual(first);
    }),
    { numRuns: 6 },
  );
});

test('after a change of each kind of file, in any order, the same is emitted as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([...allKinds], { minLength: allKinds.length }), async (kinds) => {
      const texts = new Map(original);
      let last = first;
      for (const kind of kinds) {
        const [file, text, replacement] = changes[kind];
        texts.set(file, (texts.get(file) ?? '').replace(text, replacement));
        write(texts);
        const emitted = await generate();
        expect(emitted.size, `${kind}: ${emitted.get('diagnostics')}`).toBe(first.size);
        if (!unseen.has(kind)) expect(emitted, kind).not.toEqual(last);
        last = emitted;
      }
      expect(last).toEqual(await (await fresh())());
    }),
    { numRuns: 1 },
  );
});
