import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { writtenApart } from './figures/files.ts';

const rooms = ['generators', 'generated', 'runtime', 'gateway', 'conformance', 'lab', 'cli'];

/** Files by path, each with the paths of the files that it imports or exports from. */
type Imports = ReadonlyMap<string, readonly string[]>;

test('no module imports itself by way of others, not even for a type', () => {
  const files = globSync(`{${rooms.join(',')}}/**/*.ts`, { exclude: ['**/node_modules/**', writtenApart] });
  expect(files.length).toBeGreaterThan(1000);
  const imports = new Map(files.map((file) => [file, importsOf(file, readFileSync(file, 'utf8'))]));
  expect(cyclesOf(imports)).toEqual([]);
});

test('a cycle is found and named by its files', () => {
  const imports = new Map([
    ['runtime/a.ts', importsOf('runtime/a.ts', "import type { B } from './b.ts';")],
    ['runtime/b.ts', importsOf('runtime/b.ts', "export { c } from '#cli/c.ts';")],
    ['cli/c.ts', importsOf('cli/c.ts', "import { a } from '@tollwright/runtime/a';")],
    ['cli/d.ts', importsOf('cli/d.ts', "import { a } from '@tollwright/runtime/a';")],
  ]);
  expect(cyclesOf(imports)).toEqual(['runtime/a.ts, runtime/b.ts, cli/c.ts']);
});

function importsOf(file: string, text: string): string[] {
  const specifiers = text.matchAll(/^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'/gm);
  return [...specifiers].map(([, from, bare]) => resolved(from ?? bare ?? '', file));
}

function resolved(specifier: string, file: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('@tollwright/')) return `${specifier.slice('@tollwright/'.length)}.ts`;
  return posix.join(posix.dirname(file), specifier);
}

/** The strongly connected components of more than one file (Tarjan), each as its files in the order in which they import. */
function cyclesOf(imports: Imports): string[] {
  const cycles: string[] = [];
  const indices = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];

  const visit = (file: string): number => {
    const index = indices.size;
    indices.set(file, index);
    lowest.set(file, index);
    stack.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!imports.has(next)) continue;
      const reached = indices.has(next) ? (stack.includes(next) ? (indices.get(next) ?? index) : index) : visit(next);
      lowest.set(file, Math.min(lowest.get(file) ?? index, reached));
    }
    if (lowest.get(file) === index) {
      const component = stack.splice(stack.indexOf(file));
      if (component.length > 1) cycles.push(component.join(', '));
    }
    return lowest.get(file) ?? index;
  };
  for (const file of imports.keys()) if (!indices.has(file)) visit(file);
  return cycles;
}
