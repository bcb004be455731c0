import { posix } from 'node:path';
import type { Sources } from './files.ts';

/** The rooms, in the order in which data moves. */
export const rooms = ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'lab', 'cli'];

/** The pairs of folders that import each other; a folder and one inside it count only where the former is a whole room. */
export function mutualFolders(sources: Sources): readonly string[] {
  const imports = new Set<string>();
  for (const [file, text] of sources) {
    for (const target of importsOf(file, text)) {
      if (roomOf(target) !== roomOf(file)) continue;
      const [from, to] = [posix.dirname(file), posix.dirname(target)];
      if (!isWithin(from, to) && !isWithin(to, from)) imports.add(`${from} ${to}`);
      else if (from === roomOf(file) || to === roomOf(file)) imports.add(`${floorOf(from)} ${floorOf(to)}`);
    }
  }
  const mutual = [...imports].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ');
    return from < to && imports.has(`${to} ${from}`) ? [`${from} <-> ${to}`] : [];
  });
  return mutual.sort();
}

/** The paths of the files that a file imports; the empty path for a package. */
export function importsOf(file: string, text: string): readonly string[] {
  const specifiers = text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...specifiers].map(([, specifier = '']) => {
    if (specifier.startsWith('#')) return specifier.slice(1);
    if (specifier.startsWith('@tollwright/')) return `${specifier.slice('@tollwright/'.length)}.ts`;
    return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : '';
  });
}

/** The first two folders of a path, or the room itself. */
export function floorOf(folder: string): string {
  return folder.split('/').slice(0, 2).join('/');
}

/** The first folder of a path. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}
