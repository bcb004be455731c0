import type { HostView, Operation } from '../../model/types.ts';
import type { Entries } from './entries.ts';
import { type Fields, mergedOrder, plainOf, without } from './json.ts';

/** Values that the reader of contracts assumes for fields that are left out. */
const plain = { from: [], status: 'stated', wide: [], segments: {}, errors: [], conditions: [], ensures: [] };

/** The same for a response. */
const plainResponse = { headers: {}, from: [], status: 'stated' };

/** The operations of each host, as far as possible written the same on all of them. */
export function operationsOf(hosts: readonly HostView[]): Readonly<Record<string, Entries>> {
  const everywhere = Map.groupBy(
    hosts.flatMap((view) => view.operations.map((operation) => ({ view, operation }))),
    ({ operation }) => operation.id,
  );
  const written = new Map<HostView, [string, Fields][]>(hosts.map((view) => [view, []]));
  for (const uses of everywhere.values()) {
    const write = writerOf(uses);
    for (const use of uses) written.get(use.view)?.push([use.operation.id, write(use)]);
  }
  return Object.fromEntries(hosts.map((view) => [view.host.id, inOrder(view, written.get(view) ?? [])]));
}

/** The fields of a host's operations in the order in which it has them. */
function inOrder({ operations }: HostView, fields: readonly [string, Fields][]): Entries {
  const byId = new Map(fields);
  return Object.fromEntries(operations.map(({ id }) => [id, byId.get(id) ?? {}]));
}

interface Use {
  readonly view: HostView;
  readonly operation: Operation;
}

function writerOf(uses: readonly Use[]): (use: Use) => Fields {
  const isPrefixed = uses.every(({ view, operation }) => operation.template.startsWith(`${view.host.prefix}/`));
  const conditions = listOf(uses, 'conditions');
  const ensures = listOf(uses, 'ensures');
  return ({ operation: { id: _, path: _path, template, responses, ...operation }, view }) =>
    without(
      {
        ...plainOf(operation),
        path: isPrefixed ? template.replace(view.host.prefix, '{prefix}') : template,
        responses: responses.map((response) => without(plainOf(response), plainResponse)),
        conditions,
        ensures,
      },
      plain,
    );
}

/** Every entry of a list of an operation, with the hosts that have it where not all hosts of the operation do. */
function listOf(uses: readonly Use[], name: 'conditions' | 'ensures'): Fields[] {
  const lists = uses.map(({ operation }) => operation[name].map((entry) => JSON.stringify(entry)));
  return mergedOrder(lists).map((text) => {
    const hosts = uses.filter((_, index) => lists[index]?.includes(text)).map(({ view }) => view.host.id);
    return { ...JSON.parse(text), ...(hosts.length < uses.length && { hosts }) };
  });
}
