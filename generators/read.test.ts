import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTiny, tinyFolder } from './fixtures/tiny.ts';
import { readSpec } from './read.ts';

const names = (await readdir(tinyFolder, { recursive: true })).filter((name) => name.endsWith('.yaml')).sort();
const texts = new Map(
  await Promise.all(names.map(async (name) => [name, await readFile(join(tinyFolder, name), 'utf8')] as const)),
);

/** A file with a stretch of it cut out, doubled, or written over. */
const damage = fc
  .tuple(
    fc.constantFrom(...names),
    fc.nat(),
    fc.integer({ min: 1, max: 60 }),
    fc.constantFrom('', 'x', ': ', '- ', '{', '"', '1'),
  )
  .map(([name, offset, length, instead]) => {
    const text = texts.get(name) ?? '';
    const start = offset % text.length;
    return { name, text: text.slice(0, start) + instead + text.slice(start + length) };
  });

describe('readSpec', () => {
  test('reads the same from a folder as from its files', async () => {
    const { model } = await readSpec(tinyFolder);
    expect(model?.hosts).toEqual(readTiny().model?.hosts);
  });

  test('reports a folder without a specification', async () => {
    const { model, diagnostics } = await readSpec(join(tinyFolder, 'hosts'));
    expect(model).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'spec-missing' }]);
  });

  test('returns a model or an error for any content of a file, and never throws', () => {
    fc.assert(
      fc.property(damage, ({ name, text }) => {
        const { model, diagnostics } = readTiny({ [name]: text });
        expect(model === undefined).toBe(diagnostics.some(({ severity }) => severity === 'error'));
        for (const { line, column, frame } of diagnostics) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
          expect(frame).not.toContain('undefined');
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each(['schemas/language.yaml', 'errors/service.yaml', 'hosts/quay.yaml', 'service.yaml'])(
    'reports only the syntax error when %s cannot be parsed',
    (name) => {
      const { diagnostics } = readTiny({ [name]: `${texts.get(name)}\n]` });
      expect([...new Set(diagnostics.map(({ code }) => code))]).toEqual(['yaml-syntax']);
    },
  );
});
