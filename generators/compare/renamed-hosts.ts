import { once } from '../common/once.ts';
import type { Rule } from '../model/types.ts';
import { match } from './matching.ts';
import { meansSame } from './meaning.ts';
import type { ComparedView, Release, Side } from './side.ts';

/** The older of two sides, with each host under the id that it has in the newer one. */
export const underNewNames = once((before: Side) => once((after: Side) => renamed(before, namesOf(before, after))));

/** Ids of renamed hosts in the newer release by those in the older one. */
type Names = ReadonlyMap<string, string>;

/** Pairs hosts that only one side has, those that are most alike first. */
function namesOf(before: Side, after: Side): Names {
  const { removed, added } = match(before.release.hosts, after.release.hosts, ({ host }) => host.id);
  const pairs = removed.flatMap((one) => added.map((other) => ({ one, other, likeness: likenessOf(one, other) })));
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { one, other, likeness } of pairs.sort((a, b) => b.likeness - a.likeness)) {
    if (likeness < least || names.has(one.host.id) || taken.has(other.host.id)) continue;
    names.set(one.host.id, other.host.id);
    taken.add(other.host.id);
  }
  return names;
}

/** The share of operations by which a host is taken for another one. */
const least = 0.5;

/** The share of operations that both hosts have, where they are paid alike and on the same network. */
function likenessOf(before: ComparedView, after: ComparedView): number {
  const [one, other] = [before, after].map(({ host: { auth, payment } }) => [auth, payment?.network, payment?.asset]);
  if (!meansSame(one, other)) return 0;
  const [was, is] = [before, after].map(({ operations }) => new Set(operations.map(({ id }) => id)));
  const all = was?.union(is ?? new Set()).size ?? 0;
  // Hosts without operations are known by their paths.
  if (all === 0) return before.host.prefix === after.host.prefix ? 1 : 0;
  return (was?.intersection(is ?? new Set()).size ?? 0) / all;
}

function renamed(side: Side, names: Names): Side {
  if (names.size === 0) return side;
  const nameOf = (id: string) => names.get(id) ?? id;
  const ruleOf = once((rule: Rule): Rule => {
    return rule.hosts.some((id) => names.has(id)) ? { ...rule, hosts: rule.hosts.map(nameOf) } : rule;
  });
  const viewOf = (view: ComparedView): ComparedView => {
    const { id } = view.host;
    if (!names.has(id)) return view;
    return { ...view, host: { ...view.host, id: nameOf(id) }, formerly: id, rules: view.rules.map(ruleOf) };
  };
  const release: Release = {
    ...side.release,
    hosts: side.release.hosts.map(viewOf),
    rules: side.release.rules.map(ruleOf),
  };
  const own = new Map([...names].map(([old, now]) => [now, old]));
  return {
    name: side.name,
    release,
    place(entry, path) {
      const [kind = '', id = '', ...rest] = entry.split('/');
      const isOfHost = ['host', 'network-of', 'transport-of'].includes(kind);
      return side.place(isOfHost ? [kind, own.get(id) ?? id, ...rest].join('/') : entry, path);
    },
  };
}
