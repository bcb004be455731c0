import { mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EmittedFile } from '../../output/emitted-file.ts';
import { writeOutput } from '../../output/write.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Writes emitted files where their imports resolve and returns what imports one of them by path. */
export async function importer(files: readonly EmittedFile[]): Promise<(path: string) => Promise<object>> {
  const folder = await mkdtemp(join(tmpdir(), 'tollwright-emitted-'));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  writeOutput(files, join(folder, 'generated'));
  return (path) => import(pathToFileURL(join(folder, 'generated', path)).href);
}
