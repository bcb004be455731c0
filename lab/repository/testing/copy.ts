import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Entries of the repository that a copy does without. */
const leftOut = new Set(['.git', 'dist', 'node_modules', 'report']);

/** Copies the repository into a new folder, where its packages are links to the installed ones. */
export async function copyRepository(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'repository-'));
  for (const name of await readdir('.')) {
    if (!leftOut.has(name)) await cp(name, join(folder, name), { recursive: true });
  }
  const packages = join(folder, 'node_modules');
  await mkdir(join(packages, '@tollwright'), { recursive: true });
  for (const name of await readdir('node_modules')) {
    if (name !== '@tollwright') await symlink(resolve('node_modules', name), join(packages, name));
  }
  await symlink(join(folder, 'runtime'), join(packages, '@tollwright/runtime'));
  return folder;
}
