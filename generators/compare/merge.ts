import type { Change, Equivalence, Level, Place, Reader } from './change.ts';
import type { ChangeOnHost, Results } from './judge.ts';

/**
 * Joins what was found on several hosts, and what one edit of a shared part does in several operations.
 *
 * One sentence is one change, at its strictest levels.
 */
export function mergeResults({ changes, equivalences }: Results): {
  readonly changes: readonly Change[];
  readonly equivalences: readonly Equivalence[];
} {
  const onHosts = alikeIn(changes, ({ kind, subject, sentence }) => `${kind} ${subject} ${sentence}`).map(joined);
  return {
    changes: alikeIn(onHosts, editOf).map(asOneEdit),
    equivalences: alikeIn(equivalences, ({ subject, parts }) => `${subject} ${parts.join()}`).map((group) => ({
      ...group[0],
      hosts: hostsOf(group),
    })),
  };
}

type Alike<T> = readonly [T, ...T[]];

/** Groups of what has the same key. */
function alikeIn<T>(all: readonly T[], key: (each: T) => string): Alike<T>[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const each of all) {
    const known = groups.get(key(each));
    if (known) known.push(each);
    else groups.set(key(each), [each]);
  }
  return [...groups.values()];
}

const strictness: readonly Level[] = ['compatible', 'risky', 'breaking'];

/** The strictest change of a group, with the strictest level of any of them for each reader, and what proves these. */
function strictest<T extends Change>(group: Alike<T>): T {
  const weight = ({ levels: { callers, operators, suite }, witness }: Change) =>
    [callers, operators, suite].reduce((sum, level) => sum * 3 + strictness.indexOf(level), 0) * 2 + (witness ? 1 : 0);
  const [first = group[0]] = group.toSorted((one, other) => weight(other) - weight(one));
  const highest = (reader: Reader) =>
    group.map(({ levels }) => levels[reader]).reduce((one, other) => (isStricter(other, one) ? other : one));
  const witness = first.witness ?? group.find((each) => each.witness)?.witness;
  const lostRule = first.lostRule ?? group.find((each) => each.lostRule)?.lostRule;
  return {
    ...first,
    levels: { callers: highest('callers'), operators: highest('operators'), suite: highest('suite') },
    ...(witness && { witness }),
    ...(lostRule && { lostRule }),
  };
}

function isStricter(one: Level, other: Level): boolean {
  return strictness.indexOf(one) > strictness.indexOf(other);
}

/** One change for all hosts; what follows from it on some hosts only is said with their names. */
function joined(group: Alike<ChangeOnHost>): Omit<ChangeOnHost, 'consequence'> {
  const { consequence: _, ...change } = strictest(group);
  const clauses = [...Map.groupBy(group, ({ consequence }) => consequence)].flatMap(([clause, on]) =>
    clause === undefined ? [] : [on.length === group.length ? clause : `${clause} on ${hostsOf(on).join(', ')}`],
  );
  return { ...change, hosts: hostsOf(group), sentence: [change.sentence, ...clauses].join('; ') };
}

function hostsOf(group: readonly { readonly hosts: readonly string[] }[]): string[] {
  return unique(group.flatMap(({ hosts }) => hosts));
}

/** The edit behind a change: changes of fields have one where they say the same of the same lines. */
function editOf(change: Omit<ChangeOnHost, 'consequence'>): string {
  const { kind, before, after, field, sentence, subject } = change;
  if (!field || !sentence.includes(field.whole)) return subject + sentence + kind;
  const line = (place: Place | undefined) => place && `${place.file}:${place.line}`;
  const words = sentence.replace(field.whole, field.short);
  return JSON.stringify([kind, line(before), line(after), words]);
}

/** One change for all fields that an edit shows in; its sentence counts the operations. */
function asOneEdit(group: Alike<Omit<ChangeOnHost, 'consequence'>>): Change {
  const { field, ...first } = strictest(group);
  const operations = unique(group.flatMap((each) => each.operations ?? (each.field ? [each.field.operation] : [])));
  if (!field || (group.length === 1 && operations.length === 1)) return first;
  const fields = unique(group.flatMap((each) => (each.field ? [each.field.whole] : [])));
  const places = fields.length > operations.length ? `${fields.length} fields of ` : '';
  return {
    ...first,
    hosts: hostsOf(group),
    ...(operations.length > 1 && { operations }),
    ...(fields.length > 1 && { fields }),
    sentence: `${first.sentence.replace(field.whole, field.short)}: ${places}${counted(operations.length)}`,
    statements: unique(group.flatMap(({ statements }) => statements)).sort(),
    rules: unique(group.flatMap(({ rules }) => rules)),
  };
}

function counted(operations: number): string {
  return operations === 1 ? '1 operation' : `${operations} operations`;
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Set(all)];
}
