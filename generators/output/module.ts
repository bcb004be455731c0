import { dirname, posix } from 'node:path';
import type { EmittedFile } from '../emitter.ts';
import { render } from '../templating.ts';
import { header } from './header.ts';

/**
 * A TypeScript file being written: the body asks for the names it needs, and the imports follow.
 *
 * `from` is a package or subpath import (`zod`, `@tollwright/runtime/operation`) or another emitted file's path (`errors.ts`).
 */
export interface Module {
  /** Imports a value and returns the name to write. */
  use(name: string, from: string): string;
  /** Imports a type and returns the name to write. */
  useType(name: string, from: string): string;
  /** Imports everything that a file exports under one name, for its types only or for its values too. */
  useAll(name: string, from: string, kind: 'value' | 'type'): string;
  /** Imports the data of an emitted JSON file under a name. */
  useData(name: string, from: string): string;
  /** Lays the body out with a template. */
  render(template: string, view: object): EmittedFile;
  /** Takes the body as it is. */
  print(body: string): EmittedFile;
}

/** Starts the file at `path`; `sources` are the spec files it comes from, relative to the spec folder. */
export function createModule(path: string, emitter: string, sources: readonly string[]): Module {
  const imports = new Map<string, Map<string, 'value' | 'type'>>();

  const all = new Set<string>();

  const specifierOf = (from: string) => (from.endsWith('.ts') && !from.startsWith('#') ? relativeTo(path, from) : from);
  const note = (kind: 'value' | 'type', name: string, from: string) => {
    const specifier = specifierOf(from);
    const names = imports.get(specifier) ?? new Map<string, 'value' | 'type'>();
    imports.set(specifier, names.set(name, names.get(name) === 'value' ? 'value' : kind));
    return name;
  };
  const print = (body: string) => {
    const lines = [...[...imports].map(([from, names]) => importLine(from, names)), ...all];
    return { path, text: [header(emitter, sources), lines.join('\n'), `${body.trim()}\n`].join('\n\n') };
  };

  return {
    use: (name, from) => note('value', name, from),
    useType: (name, from) => note('type', name, from),
    useAll: (name, from, kind) => {
      all.add(`import ${kind === 'type' ? 'type ' : ''}* as ${name} from '${specifierOf(from)}';`);
      return name;
    },
    useData: (name, from) => {
      all.add(`import ${name} from '${relativeTo(path, from)}' with { type: 'json' };`);
      return name;
    },
    render: (template, view) => print(render(template, view)),
    print,
  };
}

function relativeTo(path: string, target: string): string {
  const found = posix.relative(dirname(path), target);
  return found.startsWith('.') ? found : `./${found}`;
}

function importLine(from: string, names: ReadonlyMap<string, 'value' | 'type'>): string {
  const typesOnly = [...names.values()].every((kind) => kind === 'type');
  const sorted = [...names].toSorted(([a], [b]) => compareNames(a, b));
  const list = sorted.map(([name, kind]) => (kind === 'type' && !typesOnly ? `type ${name}` : name));
  return `import ${typesOnly ? 'type ' : ''}{ ${list.join(', ')} } from '${from}';`;
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
