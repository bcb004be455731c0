import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package. */
export const packageHome = fileURLToPath(new URL('../..', import.meta.url));

/** File of a spec folder that names the specification which it extends. */
export const extendsFile = 'extends.yaml';

/** The one key of that file with its value: `extends: tollwright`, or a standard of a package as in `tollwright/x402`. */
const line = /^extends: *(["']?)([^\s"'#]+)\1 *(#.*)?$/m;

/** A specification that another one extends. */
export interface Base {
  /** As it is written: a path from the spec folder, the name of a package, or that with a standard of the package. */
  readonly name: string;
  /** Its spec folder; `undefined` where there is none. */
  readonly folder: string | undefined;
}

/** The specification that the text of the file names. */
export function extendedName(text: string): string {
  return line.exec(text)?.[2] ?? '';
}

/** The specification that the one in a folder extends; `undefined` where it stands alone. */
export function baseOf(folder: string): Base | undefined {
  const file = join(folder, extendsFile);
  if (!existsSync(file)) return undefined;
  const name = extendedName(readFileSync(file, 'utf8'));
  const path = join(folder, name);
  if (name.startsWith('.')) return { name, folder: existsSync(path) ? path : undefined };
  const [, owner = name, standard] = /^((?:@[^/]+\/)?[^/]+)(?:\/([^/]+))?$/.exec(name) ?? [];
  const inner = standard === undefined ? 'spec' : join('spec', 'standards', standard);
  // Before a new project is installed, the package is the one that runs.
  return { name, folder: packageFolder(owner, inner, [join(folder, '..'), packageHome]) };
}

/** A folder of a package that is installed for one of some folders; `undefined` where none has it. */
export function packageFolder(name: string, inner: string, from: readonly string[]): string | undefined {
  if (!/^(@[\w.-]+\/)?[\w.-]+$/.test(name)) return undefined;
  for (const folder of from) {
    try {
      const found = createRequire(join(resolve(folder), 'package.json')).resolve(`${name}/package.json`);
      if (existsSync(join(dirname(found), inner))) return join(dirname(found), inner);
    } catch {
      // It may be installed for the next folder.
    }
  }
  return undefined;
}
