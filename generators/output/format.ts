import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { EmittedFile } from '../emitter.ts';

const run = promisify(execFile);

/**
 * Formats TypeScript and sorts imports, as this repository's own code is. JSON is printed so by what emits it.
 *
 * Biome takes all files in one process: starting it costs more than formatting does.
 */
export async function format(files: readonly EmittedFile[]): Promise<EmittedFile[]> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-format-'));

  try {
    await writeFile(join(folder, 'biome.json'), await settings());
    await Promise.all(files.filter(formattable).map((file) => put(join(folder, file.path), file.text)));
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

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** The repository's own settings without what only holds inside it. */
async function settings(): Promise<string> {
  const own: unknown = JSON.parse(await readFile(new URL('../../biome.json', import.meta.url), 'utf8'));
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
