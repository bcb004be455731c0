import type { Change, Equivalence } from './change.ts';
import type { ChangeOnHost, Results } from './judge.ts';
import { meansSame } from './meaning.ts';

/** Joins what was found on several hosts into one change or equivalence that names them all. */
export function mergeHosts({ changes, equivalences }: Results): {
  readonly changes: readonly Change[];
  readonly equivalences: readonly Equivalence[];
} {
  const sameWords = ({ kind, subject, sentence }: Change) => `${kind} ${subject} ${sentence}`;
  return {
    changes: alikeIn(changes, sameWords, alike).map(joined),
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
function joined(group: Alike<ChangeOnHost>): Change {
  const { consequence: _, ...change } = group.find(({ consequence }) => consequence !== undefined) ?? group[0];
  const clauses = [...Map.groupBy(group, ({ consequence }) => consequence)].flatMap(([clause, on]) =>
    clause === undefined ? [] : [on.length === group.length ? clause : `${clause} on ${hostsOf(on).join(', ')}`],
  );
  return { ...change, hosts: hostsOf(group), sentence: [change.sentence, ...clauses].join('; ') };
}

function hostsOf(group: readonly { readonly hosts: readonly string[] }[]): string[] {
  return [...new Set(group.flatMap(({ hosts }) => hosts))];
}
