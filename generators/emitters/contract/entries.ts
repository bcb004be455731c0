import { once } from '../../common/once.ts';
import type { HostView, Json } from '../../model/types.ts';
import { difference, type Fields, mergedOrder, mostCommon, without } from './json.ts';

/** Entries of one kind on one host, by id. */
export type Entries = Readonly<Record<string, Fields>>;

/** The entries of one kind that hosts share, and the differences of each host. */
export interface Split {
  readonly shared: Entries;
  /** Differences by host and id; those under `*` hold for each entry. */
  readonly differences: Readonly<Record<string, Entries>>;
}

/** The hosts that most operations have: entries that name no hosts have these. */
export function usualHosts(hosts: readonly HostView[]): readonly string[] {
  return mostCommon([...servingHosts(hosts).values()], String) ?? hosts.map(({ host }) => host.id);
}

/** The hosts that serve each operation, by its id. */
export const servingHosts = once((hosts: readonly HostView[]): ReadonlyMap<string, readonly string[]> => {
  const serving = new Map<string, string[]>();
  for (const { host, operations } of hosts)
    for (const { id } of operations) serving.set(id, [...(serving.get(id) ?? []), host.id]);
  return serving;
});

/** Splits the entries of one kind: what most hosts have is shared, and the others say in what they differ. */
export function split(perHost: Readonly<Record<string, Entries>>, usual: readonly string[]): Split {
  const hosts = Object.entries(perHost).map(([host, entries]) => ({ host, entries: new Map(written(entries)) }));
  const base = new Map<string, EntryText>();
  const shared = mergedOrder(hosts.map(({ entries }) => [...entries.keys()])).map((id): [string, Fields] => {
    const having = hosts
      .flatMap(({ host, entries }) => [[host, entries.get(id)] as const])
      .filter(([, entry]) => entry);
    const entry =
      mostCommon(
        having.map(([, each]) => each ?? none),
        ({ text }) => text,
      ) ?? none;
    base.set(id, entry);
    const names = having.map(([host]) => host);
    return [id, names.join() === usual.join() ? entry.fields : { ...entry.fields, hosts: names }];
  });
  const differences = hosts.map(({ host, entries }) => [host, differencesOf(entries, base)] as const);
  return { shared: Object.fromEntries(shared), differences: Object.fromEntries(differences) };
}

/** An entry with its text, by which it is compared. */
interface EntryText {
  readonly fields: Fields;
  readonly text: string;
}

const none: EntryText = { fields: {}, text: '{}' };

function written(entries: Entries): (readonly [string, EntryText])[] {
  return Object.entries(entries).map(([id, fields]) => [id, { fields, text: textOf(fields) }]);
}

const textOf = once((fields: Fields) => JSON.stringify(fields));

function differencesOf(entries: ReadonlyMap<string, EntryText>, bases: ReadonlyMap<string, EntryText>): Entries {
  const patches = [...entries].map(([id, entry]) => {
    const base = bases.get(id) ?? none;
    return {
      id,
      entry,
      base,
      patch: entry.text === base.text ? {} : difference(base.fields, entry.fields),
    };
  });
  const all = commonOf(patches.map(({ patch }) => patch));
  const { $remove, ...set } = all;
  const removed = namesIn($remove);
  const own = patches.map(({ id, entry, base, patch }): [string, Fields] => {
    if (Object.keys(all).length === 0) return [id, patch];
    const before = Object.entries({ ...base.fields, ...set }).filter(([name]) => !removed.includes(name));
    return [id, difference(Object.fromEntries(before), entry.fields)];
  });
  const differing = own.filter(([, fields]) => Object.keys(fields).length > 0);
  return { ...(Object.keys(all).length > 0 && { '*': all }), ...Object.fromEntries(differing) };
}

function namesIn(list: Json | undefined): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** The simple differences that most entries of a host have. */
function commonOf(patches: readonly Fields[]): Fields {
  const counts = new Map<string, number>();
  for (const { $remove, ...set } of patches) {
    const simple = Object.entries(set).filter(([, value]) => typeof value !== 'object');
    const parts = [...simple, ...namesIn($remove).map((name) => ['$remove', name])];
    for (const part of parts) counts.set(JSON.stringify(part), (counts.get(JSON.stringify(part)) ?? 0) + 1);
  }
  const common = [...counts].filter(([, count]) => count * 2 > patches.length).map(([text]) => JSON.parse(text));
  const removed = common.filter(([name]) => name === '$remove').map(([, field]) => field);
  const set = Object.fromEntries(common.filter(([name]) => name !== '$remove'));
  return without({ ...set, $remove: removed }, { $remove: [] });
}
