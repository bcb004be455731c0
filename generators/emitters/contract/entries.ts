import type { HostView, Json } from '../../model/types.ts';
import { difference, type Fields, mergedOrder, mostCommon, without } from './json.ts';

/** Entries of one kind on one host, by id. */
export type Entries = Readonly<Record<string, Fields>>;

/** What hosts share of the entries of one kind, and what each has of its own. */
export interface Split {
  readonly shared: Entries;
  /** Differences by host and id; those under `*` hold for each entry. */
  readonly differences: Readonly<Record<string, Entries>>;
}

/** The hosts that most operations have: entries that name no hosts have these. */
export function usualHosts(hosts: readonly HostView[]): readonly string[] {
  const holding = hosts.flatMap(({ operations }) => operations.map(({ id }) => id));
  const sets = [...new Set(holding)].map((id) =>
    hosts.filter((view) => view.operations.some((operation) => operation.id === id)).map(({ host }) => host.id),
  );
  return mostCommon(sets) ?? hosts.map(({ host }) => host.id);
}

/** Splits the entries of one kind: what most hosts have is shared, and the others say in what they differ. */
export function split(perHost: Readonly<Record<string, Entries>>, usual: readonly string[]): Split {
  const names = Object.keys(perHost);
  const ids = mergedOrder(Object.values(perHost).map((entries) => Object.keys(entries)));
  const base = new Map<string, Fields>();
  const shared = ids.map((id): [string, Fields] => {
    const hosts = names.filter((host) => perHost[host]?.[id] !== undefined);
    const fields = mostCommon(hosts.map((host) => perHost[host]?.[id] ?? {})) ?? {};
    base.set(id, fields);
    return [id, hosts.join() === usual.join() ? fields : { ...fields, hosts }];
  });
  const differences = names.map((host) => [host, differencesOf(perHost[host] ?? {}, base)] as const);
  return { shared: Object.fromEntries(shared), differences: Object.fromEntries(differences) };
}

function differencesOf(entries: Entries, base: ReadonlyMap<string, Fields>): Entries {
  const patches = Object.entries(entries).map(([id, entry]) => difference(base.get(id) ?? {}, entry));
  const all = commonOf(patches);
  const { $remove, ...set } = all;
  const removed = namesIn($remove);
  const own = Object.entries(entries).map(([id, entry]): [string, Fields] => {
    const before = Object.entries({ ...base.get(id), ...set }).filter(([name]) => !removed.includes(name));
    return [id, difference(Object.fromEntries(before), entry)];
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
