import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Builds the packages into a folder as npm installs them, and returns the file of the command. */
export function install(folder: string): string {
  const modules = join(folder, 'node_modules');
  const ours = join(modules, '@tollwright');
  mkdirSync(ours, { recursive: true });
  execFileSync(process.execPath, ['cli/build.ts', folder], { stdio: 'ignore' });
  for (const name of readdirSync('node_modules').filter((each) => each !== '@tollwright'))
    symlinkSync(resolve('node_modules', name), join(modules, name));
  symlinkSync(join(folder, 'runtime'), join(ours, 'runtime'));
  return join(folder, 'tollwright/cli/main.js');
}
