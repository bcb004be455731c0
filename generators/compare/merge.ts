import type { Change } from './change.ts';
import type { Results } from './judge.ts';
import { meansSame } from './meaning.ts';

/** Joins what was found on several hosts into one change or equivalence that names them all. */
export function mergeHosts({ changes, equivalences }: Results): Results {
  return {
    changes: merged(changes, ({ kind, subject, sentence }) => `${kind} ${subject} ${sentence}`, alike),
    equivalences: merged(
      equivalences,
      ({ subject, parts }) => `${subject} ${parts.join()}`,
      () => true,
    ),
  };
}

function merged<T extends { readonly hosts: readonly string[] }>(
  all: readonly T[],
  key: (each: T) => string,
  isAlike: (one: T, other: T) => boolean,
): T[] {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const group = groups.get(key(each)) ?? [];
    groups.set(key(each), group);
    const index = group.findIndex((known) => isAlike(known, each));
    const known = group[index];
    if (known) group[index] = { ...known, hosts: [...new Set([...known.hosts, ...each.hosts])] };
    else group.push(each);
  }
  return [...groups.values()].flat();
}

/** Changes on two hosts are one where they ask the same of every reader. The witness of the first stands for both. */
function alike(one: Change, other: Change): boolean {
  return meansSame(one.levels, other.levels) && one.advice === other.advice;
}
