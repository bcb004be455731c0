import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sourcesOf } from './figures/files.ts';
import { floorOf, importsOf, mutualFolders, rooms } from './figures/folders.ts';

/** Tests put rooms together, so they may import anything. */
const tests = ['**/*.test.ts', '**/testing/**', '**/fixtures/**'];

describe('folders of a room', () => {
  test('do not import each other', () => {
    const sources = sourcesOf(`{${rooms.join(',')}}/**/*.ts`, tests);
    expect(sources.size).toBeGreaterThan(1000);
    expect(mutualFolders(sources)).toEqual([]);
  });

  test('are named when they do', () => {
    const pairs = mutualFolders(
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

describe.each(['conformance', 'runtime'])('the floors of %s', (room) => {
  test('stand in ARCHITECTURE.md in the order in which they may import each other', () => {
    const [, after = ''] = readFileSync('ARCHITECTURE.md', 'utf8').split(`## Floors of \`${room}/\``);
    const [table = ''] = after.split('\n## ');
    const floors = [...table.matchAll(/^\| `(\w+\/\w+)\/` \|/gm)].map(([, folder = '']) => folder);
    const sources = sourcesOf(`${room}/*/**/*.ts`, tests);
    expect(floors.toSorted()).toEqual([...new Set([...sources.keys()].map(floorOf))].sort());
    const upward = [...sources].flatMap(([file, text]) =>
      importsOf(file, text).filter((target) => floors.indexOf(floorOf(target)) > floors.indexOf(floorOf(file))),
    );
    expect(upward).toEqual([]);
  });
});
