import type { Node, Scalar } from '../reader/node.ts';
import type { EntryKind, Located, Spec } from './spec.ts';

/** A statement id where an entry names it. */
export interface Reference {
  readonly statement: string;
  readonly entry: Located<unknown>;
  readonly node: Scalar;
}

/** Kinds of entries that name statements. Questions name those that they are about. */
export const referring = [
  'service',
  'host',
  'network',
  'operation',
  'schema',
  'price',
  'catalog',
  'machine',
  'error',
  'limit',
  'webhook',
  'scenario',
  'protocol',
  'transport',
] as const;

/** Every place where an entry of the specification names a statement. */
export function referencesIn(spec: Spec): readonly Reference[] {
  return [...referring, 'question' as const].flatMap((kind) =>
    [...spec.all(kind).values()].flatMap((entry) =>
      idsOf(kind, entry).map((node) => ({ statement: node.text, entry, node })),
    ),
  );
}

function idsOf(kind: EntryKind, { node }: Located<unknown>): readonly Scalar[] {
  if (kind !== 'question') return idsIn(node, kind);
  const statements = node.kind === 'map' ? node.entries.get('statements')?.value : undefined;
  return statements ? scalarsOf(statements) : [];
}

/** Places that name each statement, as `<spec file>:<line>`. */
export function referencesOf(spec: Spec): Map<string, readonly string[]> {
  const places = new Map<string, Set<string>>();
  for (const { statement, entry, node } of referencesIn(spec)) {
    const known = places.get(statement) ?? new Set();
    places.set(statement, known.add(`${entry.file.name}:${entry.file.position(node.start).line}`));
  }
  return new Map([...places].map(([statement, found]) => [statement, [...found]]));
}

/** Keys under which the names are the service's own, not the language's. */
const free = new Set(['properties', 'patternProperties', 'headers', 'dependentRequired']);

/** Keys of examples, constants and the like: a `from` in them is a field of the service. */
const data = new Set(['example', 'request', 'violation', 'with', 'const', 'enum', 'default', 'detail', 'response']);

// Each is collected in one list: a generator for each of a hundred thousand nodes takes several times as long.

function idsIn(node: Node, kind: EntryKind): readonly Scalar[] {
  const found: Scalar[] = [];
  findIds(node, found, kind);
  return found;
}

function findIds(node: Node, found: Scalar[], kind: EntryKind, namesAreFree = false): void {
  if (node.kind === 'list') for (const item of node.items) findIds(item, found, kind);
  if (node.kind !== 'map') return;
  const leavesStates = kind === 'machine' && node.entries.has('on');
  for (const [name, { value }] of node.entries) {
    if (namesAreFree) findIds(value, found, kind);
    // Examples of schemas are values; those of prices name the statements that they are taken from.
    else if (data.has(name) || (name === 'examples' && kind !== 'price')) continue;
    else if (name === 'statements' || (name === 'from' && !leavesStates)) found.push(...scalarsOf(value));
    else findIds(value, found, kind, free.has(name));
  }
}

/** A mark of a conflict, and the statements that its entry rests on. */
interface Conflict {
  readonly mark: Scalar;
  readonly statements: readonly string[];
}

/** Statements that entries marked as a conflict rest on, with the place of the mark. */
export function conflictsIn(node: Node): readonly Conflict[] {
  const found: Conflict[] = [];
  findConflicts(node, found);
  return found;
}

function findConflicts(node: Node, found: Conflict[]): void {
  if (node.kind === 'list') for (const item of node.items) findConflicts(item, found);
  if (node.kind !== 'map') return;
  const mark = node.entries.get('status')?.value;
  if (mark?.kind === 'scalar' && mark.text === 'conflict') {
    const from = (node.entries.get('statements') ?? node.entries.get('from'))?.value;
    if (from) found.push({ mark, statements: scalarsOf(from).map(({ text }) => text) });
  }
  for (const { value } of node.entries.values()) findConflicts(value, found);
}

function scalarsOf(node: Node): Scalar[] {
  if (node.kind === 'scalar') return [node];
  if (node.kind === 'list') return node.items.flatMap(scalarsOf);
  return [...node.entries.values()].flatMap(({ value }) => scalarsOf(value));
}
