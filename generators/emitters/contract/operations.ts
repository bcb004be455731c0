import type { HostView, Operation } from '../../model/types.ts';
import type { Entries } from './entries.ts';
import { type Fields, mergedOrder, plainOf, without } from './json.ts';

/** What the reader of contracts takes for what an operation does not say. */
const plain = { from: [], status: 'stated', wide: [], segments: {}, errors: [], conditions: [], ensures: [] };

/** The same for a response. */
const plainResponse = { headers: {}, from: [], status: 'stated' };

/** The operations of each host, as far as possible written the same on all of them. */
export function operationsOf(hosts: readonly HostView[]): Readonly<Record<string, Entries>> {
  const everywhere = Map.groupBy(
    hosts.flatMap((view) => view.operations.map((operation) => ({ view, operation }))),
    ({ operation }) => operation.id,
  );
  const written = new Map([...everywhere].map(([id, uses]) => [id, writerOf(uses)]));
  return Object.fromEntries(
    hosts.map((view) => [
      view.host.id,
      Object.fromEntries(
        view.operations.map((operation) => [operation.id, written.get(operation.id)?.(operation, view) ?? {}]),
      ),
    ]),
  );
}

interface Use {
  readonly view: HostView;
  readonly operation: Operation;
}

function writerOf(uses: readonly Use[]): (operation: Operation, view: HostView) => Fields {
  const isPrefixed = uses.every(({ view, operation }) => operation.template.startsWith(`${view.host.prefix}/`));
  const conditions = listOf(uses, 'conditions');
  const ensures = listOf(uses, 'ensures');
  return ({ id: _, path: _path, template, responses, ...operation }, { host }) =>
    without(
      {
        ...plainOf(operation),
        path: isPrefixed ? template.replace(host.prefix, '{prefix}') : template,
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
