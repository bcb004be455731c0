import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

const { peerDependenciesMeta } = JSON.parse(readFileSync('runtime/package.json', 'utf8'));
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Packages that a user of the suite may lack. `conform` itself needs `undici`, which the kit brings. */
const absent = [...Object.keys(peerDependenciesMeta), ...Object.keys(devDependencies)].filter(
  (name) => name !== 'undici',
);

test.each(['conformance/conform.ts', 'cli/commands/conform.ts', 'cli/commands/generate.ts'])(
  '%s loads no optional package before it is needed',
  (entry) => {
    const loaded = loadedBy(entry);
    expect(loaded.size).toBeGreaterThan(10);
    expect(absent.flatMap((name) => loaded.get(name) ?? [])).toEqual([]);
  },
);

/** The files and packages that a module loads, each with the file that imports it. Imports of types load nothing. */
function loadedBy(entry: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>([[entry, '']]);
  for (const file of found.keys()) {
    if (!existsSync(file) || !file.endsWith('.ts')) continue;
    for (const specifier of importsOf(readFileSync(file, 'utf8'))) {
      const target = resolved(specifier, file);
      if (!found.has(target)) found.set(target, `${file} imports ${target}`);
    }
  }
  return found;
}

function importsOf(text: string): string[] {
  const specifiers = text.matchAll(/^(?:import|export)\b(?! type\b)[^'";]*?from '([^']+)'|^import '([^']+)'/gm);
  return [...specifiers].map(([, from, bare]) => from ?? bare ?? '');
}

/** The path of a file, or the name of a package. */
function resolved(specifier: string, file: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('@tollwright/')) return `${specifier.slice('@tollwright/'.length)}.ts`;
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
