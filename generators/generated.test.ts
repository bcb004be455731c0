import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { emitAll, writeOutput } from './emit.ts';
import type { EmittedFile } from './output/emitted-file.ts';
import { readFiles } from './read.ts';
import { loadFiles } from './reader/load.ts';
import { SourceFile } from './reader/source.ts';

const run = promisify(execFile);

/** A text of the specification with the one that replaces it. */
type Edit = readonly [file: string, before: string, after: string];

let sources: readonly SourceFile[];
let before: string;

/** Everything that is generated from the specification once some texts of it are replaced. */
async function generated(edits: readonly Edit[]): Promise<readonly EmittedFile[]> {
  const edited = sources.map((source) => {
    const own = edits.filter(([file]) => file === source.name);
    const text = own.reduce((all, [, from, to]) => {
      if (all.split(from).length !== 2) throw new Error(`${source.name} has not one "${from}".`);
      return all.replace(from, to);
    }, source.text);
    return new SourceFile(source.path, source.name, text, source.depth);
  });
  const { model, diagnostics } = readFiles(edited, 'spec');
  if (!model) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return emitAll(model);
}

async function written(files: readonly EmittedFile[]): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'tollwright-generated-')), 'out');
  writeOutput(files, folder);
  return folder;
}

beforeAll(async () => {
  sources = (await loadFiles('spec')) ?? [];
  before = await written(await generated([]));
}, 60_000);

describe('generated/', () => {
  test('has under 100,000 lines and under 4.35 MB', async () => {
    const files = await generated([]);
    const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
    const bytes = files.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    console.log(`${files.length} files, ${lines} lines, ${bytes} bytes`);
    expect(lines).toBeLessThan(100_000);
    expect(bytes).toBeLessThan(4_350_000);
  });

  test.each<[string, readonly Edit[]]>([
    [
      'sentence',
      [
        [
          'statements/core/resources-search-request.yaml',
          'text: search max_results maximum 50 }',
          'text: max_results of a search is 50 at most }',
        ],
      ],
    ],
    ['bound', [['schemas/search.yaml', 'maximum: 50', 'maximum: 60']]],
    [
      'price',
      [
        ['prices/search.yaml', 'formula: results * 0.025', 'formula: results * 0.03'],
        ['prices/search.yaml', 'results: results * 0.025', 'results: results * 0.03'],
        ['prices/search.yaml', 'margin: results * 0.025', 'margin: results * 0.03'],
        ['prices/search.yaml', '"0.2635"', '"0.316"'],
        ['prices/search.yaml', '"0.02725"', '"0.0325"'],
        ['prices/search.yaml', '"1.3135"', '"1.576"'],
      ],
    ],
  ])('changes in under 30 lines with one %s', async (what, edits) => {
    const after = await written(await generated(edits));
    const { stdout } = await run('git', ['diff', '--no-index', '--numstat', before, after]).catch((error) => error);
    const rows = String(stdout).trim().split('\n');
    const counts = rows.map((row) => row.split('\t').slice(0, 2).map(Number));
    const changed = counts.flat().reduce((sum, count) => sum + count, 0);
    console.log(`one ${what}: ${changed} lines in ${rows.length} files`, rows);
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(30);
  });
});
