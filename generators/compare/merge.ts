import type { Change, Equivalence, Place } from './change.ts';
import type { ChangeOnHost, Results } from './judge.ts';
import { meansSame } from './meaning.ts';

/** Joins what was found on several hosts, and what one edit of a shared part does in several operations. */
export function mergeResults({ changes, equivalences }: Results): {
  readonly changes: readonly Change[];
  readonly equivalences: readonly Equivalence[];
} {
  const sameWords = ({ kind, subject, sentence }: Change) => `${kind} ${subject} ${sentence}`;
  const onHosts = alikeIn(changes, sameWords, alike).map(joined);
  return {
    changes: alikeIn(onHosts, editOf).map(asOneEdit),
    equivalences: alikeIn(equivalences, ({ subject, parts }) => `${subject} ${parts.join()}`).map((group) => ({
      ...group[0],
      hosts: hostsOf(group),
    })),
  };
}

type Alike<T> = readonly [T, ...T[]];

/** Groups of what has the same key and is alike. */
function alikeIn<T>(
  all: readonly T[],
  key: (each: T) => string,
  isAlike: (one: T, other: T) => boolean = () => true,
): Alike<T>[] {
  const groups = new Map<string, [T, ...T[]][]>();
  for (const each of all) {
    const known = groups.get(key(each)) ?? [];
    groups.set(key(each), known);
    const group = known.find(([first]) => isAlike(first, each));
    if (group) group.push(each);
    else known.push([each]);
  }
  return [...groups.values()].flat();
}

/** Changes on two hosts are one where they ask the same of every reader, but for what follows on one of them. */
function alike(one: ChangeOnHost, other: ChangeOnHost): boolean {
  const isAsMuch = meansSame(one.levels, other.levels) || one.consequence !== other.consequence;
  return isAsMuch && one.advice === other.advice;
}

/** One change for all hosts; what follows from it on some hosts only is said with their names. */
function joined(group: Alike<ChangeOnHost>): Omit<ChangeOnHost, 'consequence'> {
  const { consequence: _, ...change } = group.find(({ consequence }) => consequence !== undefined) ?? group[0];
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
  const { kind, levels, hosts, before, after, field, sentence, subject } = change;
  if (!field || !sentence.includes(field.whole)) return subject + sentence + kind;
  const line = (place: Place | undefined) => place && `${place.file}:${place.line}`;
  const words = sentence.replace(field.whole, field.short);
  return JSON.stringify([kind, levels, hosts, line(before), line(after), words]);
}

/** One change for all fields that an edit shows in; its sentence counts the operations. */
function asOneEdit(group: Alike<Omit<ChangeOnHost, 'consequence'>>): Change {
  const { field, ...first } = group.find(({ witness }) => witness !== undefined) ?? group[0];
  const operations = unique(group.flatMap((each) => each.operations ?? (each.field ? [each.field.operation] : [])));
  if (!field || (group.length === 1 && operations.length === 1)) return first;
  const fields = unique(group.flatMap((each) => (each.field ? [each.field.whole] : [])));
  const places = fields.length > operations.length ? `${fields.length} fields of ` : '';
  return {
    ...first,
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
