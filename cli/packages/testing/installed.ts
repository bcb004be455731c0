/** Reads the installed packages of a project, and finds the compiler and Node that use them. */

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { execute } from './packed.ts';

/** The native compiler, which finds the same errors in a tenth of the time. */
export const nativeCompiler = join(
  dirname(fileURLToPath(import.meta.resolve('typescript-native/package.json'))),
  'bin/tsc',
);

/** The folders of a package and of all that it depends on, by the lock file of an installation. */
export async function installedWith(name: string, folder: string): Promise<ReadonlySet<string>> {
  const { packages } = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'));
  const found = new Set([`node_modules/${name}`]);
  for (const path of found) {
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const places = [`${path}/node_modules/${needed}`, `node_modules/${needed}`];
      const place = places.find((each) => packages[each] !== undefined);
      if (place !== undefined) found.add(place);
    }
  }
  return found;
}

/** Megabytes of folders, each counted once. */
export async function sizeOf(folders: ReadonlySet<string>, root: string): Promise<number> {
  const outer = [...folders].filter((path) => ![...folders].some((other) => path.startsWith(`${other}/`)));
  const paths = outer.map((path) => `${join(root, path)}/`);
  const { stdout } = await execute('du', ['-skc', '--apparent-size', ...paths], root);
  return Number.parseInt(stdout.trim().split('\n').at(-1) ?? '', 10) / 1024;
}

const run = promisify(execFile);

/** The first Node on the path of a version that is older than the pinned one and can run clients. */
export async function olderNode(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(folder, 'node');
    const version = await run(node, ['--version']).catch(() => undefined);
    if (/^v2[0-3]\./.test(version?.stdout ?? '')) return node;
  }
  return undefined;
}
