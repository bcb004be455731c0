import { execFileSync } from 'node:child_process';
import { posix } from 'node:path';
import { baseOf, extendedName, extendsFile } from '#generators/reader/extends.ts';
import { extended, isSpecFile, loadFiles, refuseCircle } from '#generators/reader/load.ts';
import { SourceFile } from '#generators/reader/source.ts';

/**
 * The YAML files of a spec folder in a git revision, with those of what it extends; `undefined` where there is no such
 * revision, or no such folder in it.
 */
export async function filesAt(
  revision: string,
  folder: string,
  above: readonly string[] = [],
): Promise<SourceFile[] | undefined> {
  const commit = git(['rev-parse', '--quiet', '--verify', '--end-of-options', `${revision}^{commit}`])?.trim();
  const inside = git(['-C', folder, 'rev-parse', '--show-prefix'])?.trim();
  if (commit === undefined || inside === undefined) return undefined;
  const tree = `${commit}:${posix.normalize(inside).replace(/\/$/, '')}`;
  const listed = git(['ls-tree', '-r', '-z', tree])?.split('\0') ?? [];
  const files = listed.flatMap((line) => {
    const [about = '', name = ''] = line.split('\t');
    const hash = about.split(' ')[2];
    return hash !== undefined && isSpecFile(name) ? [{ name, hash }] : [];
  });
  if (files.length === 0) return undefined;
  const texts = read(files.map(({ hash }) => hash));
  const own = files.map(
    ({ name }, index) => new SourceFile(`${revision}:${name}`, name, texts[index] ?? '', above.length),
  );
  refuseCircle(folder, above);
  const extending = own.find(({ name }) => name === extendsFile);
  const base = extending && (await baseAt(revision, folder, extendedName(extending.text), [...above, folder]));
  return base ? extended(own, base) : own;
}

/** The files of what a specification extends: of the same revision where that has them, else those that are installed. */
async function baseAt(revision: string, folder: string, name: string, above: readonly string[]) {
  const own = name.startsWith('.') ? name : posix.join('standards', posix.basename(name));
  const installed = baseOf(folder)?.folder;
  return (
    (await filesAt(revision, posix.join(folder, own), above)) ?? (installed && (await loadFiles(installed, above)))
  );
}

/** The contents of objects, in one run of git. */
function read(hashes: readonly string[]): string[] {
  const output = execFileSync('git', ['cat-file', '--batch'], {
    input: `${hashes.join('\n')}\n`,
    maxBuffer: 1 << 30,
  });
  const texts: string[] = [];
  for (let at = 0; texts.length < hashes.length;) {
    const line = output.indexOf('\n', at);
    const size = Number(output.toString('latin1', at, line).split(' ')[2]);
    texts.push(output.toString('utf8', line + 1, line + 1 + size));
    at = line + size + 2;
  }
  return texts;
}

function git(args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', [...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
