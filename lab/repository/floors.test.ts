import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writtenApart } from './testing/others.ts';

const rooms = ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'lab', 'cli'];

/** Tests put rooms together, so they may import anything. */
const tests = ['**/*.test.ts', '**/testing/**', '**/fixtures/**'];

/** Pairs that are still there. Remove a pair here once it is gone; add none. */
const knownPairs: readonly string[] = [
  'generated <-> generated/client',
  'generators <-> generators/check',
  'generators <-> generators/compilers',
  'generators <-> generators/emitters',
  'generators <-> generators/model',
  'generators <-> generators/output',
  'generators/compare/engines/price <-> generators/compare/engines/rules',
  'generators/emitters/prices <-> generators/emitters/typescript',
  'generators/json-schema <-> generators/model',
];

/** Files by path, each with its text. */
type Sources = ReadonlyMap<string, string>;

describe('folders of a room', () => {
  test('do not import each other', () => {
    const sources = sourcesOf(`{${rooms.join(',')}}/**/*.ts`);
    expect(sources.size).toBeGreaterThan(1000);
    expect(pairsOf(sources)).toEqual([...knownPairs].sort());
  });

  test('are named when they do', () => {
    const pairs = pairsOf(
      new Map([
        // Two folders beside each other.
        ['runtime/store/a.ts', "import type { B } from '../payment/svm/b.ts';"],
        ['runtime/payment/svm/b.ts', "export { c } from '../../store/c.ts';"],
        ['runtime/store/c.ts', "import { d } from '../payment/d.ts';"],
        // The modules of the room itself and one of its folders, at any depth.
        ['cli/main.ts', "const { e } = await import('./diff/html/e.ts');"],
        ['cli/diff/f.ts', "import { main } from '#cli/main.ts';"],
        // A folder and one inside it are one subject; two rooms are held by `rooms.test.ts`.
        ['runtime/http/index.ts', "import { g } from './body/g.ts';"],
        ['runtime/http/body/g.ts', "import { h } from '../h.ts';\nimport { i } from '#cli/diff/f.ts';"],
        ['cli/diff/i.ts', "import { j } from '@tollwright/runtime/http/h';"],
      ]),
    );
    expect(pairs).toEqual(['cli <-> cli/diff', 'runtime/payment/svm <-> runtime/store']);
  });
});

describe('the floors of conformance', () => {
  test('stand in ARCHITECTURE.md in the order in which they may import each other', () => {
    const table = readFileSync('ARCHITECTURE.md', 'utf8').split('## Floors of')[1] ?? '';
    const floors = [...table.matchAll(/^\| `(conformance\/\w+)\/` \|/gm)].map(([, folder = '']) => folder);
    const sources = sourcesOf('conformance/*/**/*.ts');
    expect(floors.toSorted()).toEqual([...new Set([...sources.keys()].map(floorOf))].sort());
    const upward = [...sources].flatMap(([file, text]) =>
      importsOf(file, text).filter((target) => floors.indexOf(floorOf(target)) > floors.indexOf(floorOf(file))),
    );
    expect(upward).toEqual([]);
  });
});

function sourcesOf(pattern: string): Sources {
  const files = globSync(pattern, { exclude: ['**/node_modules/**', writtenApart, ...tests] });
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
}

/** The pairs of folders that import each other; a folder and one inside it count only where the former is a whole room. */
function pairsOf(sources: Sources): readonly string[] {
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

function importsOf(file: string, text: string): readonly string[] {
  const specifiers = text.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...specifiers].map(([, specifier = '']) => {
    if (specifier.startsWith('#')) return specifier.slice(1);
    if (specifier.startsWith('@tollwright/')) return `${specifier.slice('@tollwright/'.length)}.ts`;
    return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : '';
  });
}

/** The first folder of a path. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? '';
}

/** The first two folders of a path, or the room itself. */
function floorOf(folder: string): string {
  return folder.split('/').slice(0, 2).join('/');
}

function isWithin(inner: string, outer: string): boolean {
  return inner.startsWith(`${outer}/`);
}
