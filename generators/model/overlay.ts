import type { Kind } from '../language/kinds.ts';
import { kindOf } from '../language/kinds.ts';
import type { Entry, Mapping, Node, Scalar } from '../reader/node.ts';
import type { SourceFile } from '../reader/source.ts';

/** A file with its value; `root` is absent where it has none. */
export interface ComposedFile {
  readonly file: SourceFile;
  readonly root?: Node | undefined;
}

/** The key of the entries that a specification can change where it extends another one, by the kind of their file. */
const sections: Partial<Record<Kind, string>> = { protocol: 'rules', errors: 'errors' };

/** The file that an entry stands in after all changes, and the entry. */
interface Owner {
  readonly file: SourceFile;
  readonly entry: Entry;
}

/**
 * Applies the changes that a specification makes to rules and errors of the one that it extends.
 *
 * An entry of the same id has the keys of both: its own ones win, and it follows from the statements of both. It stands in
 * the file that changes it, and what it inherits has the place of its id there.
 */
export function overlaid<File extends ComposedFile>(files: readonly File[]): readonly File[] {
  if (files.every(({ file }) => file.depth === 0)) return files;
  const owners = new Map<string, Owner>();
  for (const { file, root } of files.toSorted((a, b) => b.file.depth - a.file.depth)) {
    const section = sectionOf(file, root);
    for (const [id, entry] of section?.entries.entries ?? []) {
      const name = `${section?.key}/${id}`;
      const base = owners.get(name);
      // Two entries in one specification stay, and are reported.
      if (base?.file.depth !== file.depth) owners.set(name, { file, entry: base ? changed(base.entry, entry) : entry });
    }
  }
  return files.map((each) => {
    const section = sectionOf(each.file, each.root);
    if (!section) return each;
    const kept = [...section.entries.entries].flatMap(([id, entry]): [string, Entry][] => {
      const owner = owners.get(`${section.key}/${id}`);
      if (owner?.file === each.file) return [[id, owner.entry]];
      return owner?.file.depth === each.file.depth ? [[id, entry]] : [];
    });
    return { ...each, root: withEntries(section, new Map(kept)) };
  });
}

interface Section {
  readonly key: string;
  readonly root: Mapping;
  readonly entries: Mapping;
}

function sectionOf(file: SourceFile, root: Node | undefined): Section | undefined {
  const kind = kindOf(file.name);
  const key = kind && sections[kind];
  if (key === undefined || root?.kind !== 'map') return undefined;
  const entries = root.entries.get(key)?.value;
  return entries?.kind === 'map' ? { key, root, entries } : undefined;
}

function withEntries({ key, root, entries }: Section, kept: Mapping['entries']): Mapping {
  return {
    ...root,
    entries: new Map(
      [...root.entries].map(([name, entry]) =>
        name === key ? [name, { ...entry, value: { ...entries, entries: kept } }] : [name, entry],
      ),
    ),
  };
}

function changed(base: Entry, own: Entry): Entry {
  if (base.value.kind !== 'map' || own.value.kind !== 'map') return own;
  const inherited = [...base.value.entries].map(([key, value]) => [key, placedAt(own.key, value)] as const);
  const entries = new Map([...inherited, ...own.value.entries]);
  const from = [own, base].flatMap(({ value }) => (value.kind === 'map' ? (value.entries.get('from') ?? []) : []));
  const [first, second] = from;
  if (first && second) {
    const items = [...itemsOf(first.value), ...itemsOf(placedAt(own.key, second).value)];
    entries.set('from', { ...first, value: { kind: 'list', start: first.value.start, end: first.value.end, items } });
  }
  return { key: own.key, value: { ...own.value, entries } };
}

function itemsOf(node: Node): readonly Node[] {
  return node.kind === 'list' ? node.items : [node];
}

/** An entry whose nodes all have one place. */
function placedAt(place: Scalar, { key, value }: Entry): Entry {
  const { start, end } = place;
  const moved = (node: Node): Node => {
    if (node.kind === 'list') return { ...node, start, end, items: node.items.map(moved) };
    if (node.kind === 'scalar') return { ...node, start, end };
    const entries = [...node.entries].map(([name, each]) => [name, placedAt(place, each)] as const);
    return { ...node, start, end, entries: new Map(entries) };
  };
  return { key: { ...key, start, end }, value: moved(value) };
}
