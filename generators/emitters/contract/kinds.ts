import { once } from '../../common/once.ts';
import type { HostView } from '../../model/types.ts';
import { type Entries, type Split, split } from './entries.ts';
import type { Formulas } from './formulas.ts';
import { type Fields, mergedOrder, plainOf } from './json.ts';
import { operationsOf } from './operations.ts';

/** Everything that hosts have but rules and statements, split into what they share and what differs, by kind. */
export function kindsOf(
  hosts: readonly HostView[],
  usual: readonly string[],
  formulas: Formulas,
): (readonly [string, Split])[] {
  const perHost = (entriesOf: (view: HostView) => Entries) =>
    Object.fromEntries(hosts.map((view) => [view.host.id, entriesOf(view)]));
  const counted = countedBy(hosts);
  const kinds = {
    operations: operationsOf(hosts),
    schemas: perHost(({ schemas }) => schemas),
    prices: perHost(({ prices }) => named(Object.values(prices))),
    catalogs: perHost(({ catalogs }) => named(Object.values(catalogs))),
    machines: perHost(({ machines }) => named(Object.values(machines))),
    errors: perHost(({ errors }) => named(Object.values(errors))),
    limits: perHost(({ limits }) =>
      named(limits.map((limit) => ({ ...limit, operations: counted.get(limit.id) ?? limit.operations }))),
    ),
    scenarios: perHost(({ scenarios }) => named(scenarios)),
  };
  return Object.entries(kinds).map(([kind, entries]): [string, Split] => {
    const perHost = Object.entries(entries).map(([host, own]) => [host, mapEach(own, formulas)] as const);
    return [kind, split(Object.fromEntries(perHost), usual)];
  });
}

function mapEach(entries: Entries, formulas: Formulas): Entries {
  return Object.fromEntries(Object.entries(entries).map(([id, entry]) => [id, formulas.take(entry)]));
}

/** Entries by their id, which they do not repeat. */
function named(entries: readonly { readonly id: string }[]): Record<string, Fields> {
  return Object.fromEntries(entries.map((entry) => [entry.id, withoutId(entry)]));
}

const withoutId = once(({ id: _, ...entry }: { readonly id: string }) => plainOf(entry));

/** The operations that count towards each limit on any host; each host counts those of them that it serves. */
function countedBy(hosts: readonly HostView[]): ReadonlyMap<string, readonly string[]> {
  const limits = Map.groupBy(
    hosts.flatMap((view) => view.limits),
    ({ id }) => id,
  );
  return new Map([...limits].map(([id, uses]) => [id, mergedOrder(uses.map(({ operations }) => operations))]));
}
