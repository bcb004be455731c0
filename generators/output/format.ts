import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EmittedFile } from '../emitter.ts';

const run = promisify(execFile);

/**
 * Formats TypeScript and sorts imports, as this repository's own code is. JSON is printed so by what emits it.
 *
 * Biome takes all files in one process: starting it costs more than formatting does. It has been started when this
 * returns its promise, so that other work can be done beside it.
 */
export async function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tollwright-format-'));

  try {
    writeFileSync(join(folder, 'biome.json'), settings());
    for (const file of files.filter(formattable)) put(join(folder, file.path), file.text);
    await biome(folder);
    return await Promise.all(
      files.map(async (file) =>
        formattable(file) ? { ...file, text: await readFile(join(folder, file.path), 'utf8') } : file,
      ),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

function formattable({ path }: EmittedFile): boolean {
  return path.endsWith('.ts');
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The repository's own settings without what only holds inside it. */
function settings(): string {
  const own: unknown = JSON.parse(readFileSync(new URL('../../biome.json', import.meta.url), 'utf8'));
  const changes = { root: true, vcs: { enabled: false }, linter: { enabled: false }, files: { maxSize: 2 ** 30 } };
  return JSON.stringify(Object.assign({}, own, changes));
}

async function biome(folder: string): Promise<void> {
  const command = fileURLToPath(import.meta.resolve('@biomejs/biome/bin/biome'));
  try {
    await run(process.execPath, [command, 'check', '--write', '--colors=off', '.'], { cwd: folder });
  } catch (error) {
    throw new Error('An emitter wrote text that does not parse.', { cause: error });
  }
}
