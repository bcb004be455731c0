import { dirname, posix } from 'node:path';
import type { Fragment, Import } from './code.ts';

/** The import statements for the symbols in some code of the module at `path`: one for each module they come from. */
export function importsOf(found: Iterable<Fragment>, path: string): string[] {
  const named = new Map<string, Map<string, 'value' | 'type'>>();
  const whole = new Set<string>();
  // A module names most others often.
  const specifiers = new Map<string, string>();

  for (const { shape } of found) {
    if (shape.is !== 'symbol' || shape.from === path) continue;
    const specifier = specifiers.get(shape.from) ?? specifierOf(shape.from, path);
    specifiers.set(shape.from, specifier);
    if (shape.as === 'value' || shape.as === 'type') {
      const names = named.get(specifier) ?? new Map<string, 'value' | 'type'>();
      named.set(specifier, names.set(shape.name, names.get(shape.name) === 'value' ? 'value' : shape.as));
    } else whole.add(wholeImport(shape.as, shape.name, specifier));
  }
  return [...[...named].map(([specifier, names]) => namedImport(specifier, names)), ...whole];
}

/** Emitted files are imported by relative path. */
function specifierOf(from: string, path: string): string {
  if (from.startsWith('#') || !/\.(ts|json)$/.test(from)) return from;
  const relative = posix.relative(dirname(path), from);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

function wholeImport(as: Exclude<Import['as'], 'value' | 'type'>, name: string, specifier: string): string {
  if (as === 'data') return `import ${name} from '${specifier}' with { type: 'json' };`;
  return `import ${as === 'types' ? 'type ' : ''}* as ${name} from '${specifier}';`;
}

function namedImport(specifier: string, names: ReadonlyMap<string, 'value' | 'type'>): string {
  const isTypesOnly = [...names.values()].every((kind) => kind === 'type');
  const sorted = [...names].toSorted(([a], [b]) => compareNames(a, b));
  const list = sorted.map(([name, kind]) => (kind === 'type' && !isTypesOnly ? `type ${name}` : name));
  return `import ${isTypesOnly ? 'type ' : ''}{ ${list.join(', ')} } from '${specifier}';`;
}

/** Orders names as the formatter of this repository sorts them: letter by letter, `A` before `a` before `B`. */
function compareNames(a: string, b: string): number {
  const difference = [...a].findIndex((letter, index) => letter !== b[index]);
  if (difference < 0) return a.length - b.length;
  const [left = '', right = ''] = [a[difference], b[difference]];
  const [lowerLeft, lowerRight] = [left.toLowerCase(), right.toLowerCase()];
  if (lowerLeft === lowerRight) return left < right ? -1 : 1;
  return lowerLeft < lowerRight ? -1 : 1;
}
