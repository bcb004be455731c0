import { suggest } from '#conformance/common/usage-error.ts';
import type { HostView, Model, Operation } from '#generators/model/types.ts';
import { UsageError } from '../failure.ts';

/** The operations that a new host serves, and the group of hosts by which the specification selects them. */
export interface Selection {
  readonly group: string;
  /** Ids in the order of the specification. */
  readonly operations: readonly string[];
}

/**
 * Chooses operations by id, by area, or by a word of the id, and adds operations that they need: polls for a job, the
 * list of a catalog for a price, and the descriptions of the service for clients.
 */
export function selectOperations({ hosts }: Model, words: readonly string[]): Selection {
  const [view] = hosts
    .filter(({ host }) => host.auth === 'x402')
    .toSorted((a, b) => b.operations.length - a.operations.length);
  if (!view)
    throw new UsageError(
      'The specification has no host that is paid per call, whose operations a new one could serve.',
    );
  const chosen = new Set(words.flatMap((word) => named(word, view)));
  for (const operation of chosen) for (const needed of neededBy(operation, view)) chosen.add(needed);
  const operations = view.operations.filter((each) => chosen.has(each)).map(({ id }) => id);
  return { group: view.host.group, operations };
}

function named(word: string, { operations }: HostView): readonly Operation[] {
  const open = operations.filter(({ closed }) => closed === undefined);
  for (const matches of [
    ({ id }: Operation) => id === word,
    ({ area }: Operation) => area === word,
    ({ id }: Operation) => id.split('-').includes(word),
  ]) {
    const found = open.filter(matches);
    if (found.length > 0) return found;
  }
  const known = open.flatMap(({ id, area }) => [id, area]);
  throw new UsageError(
    `No operation, area or word of an operation's id is "${word}".${suggest(word, known)} ` +
      `Areas: ${[...new Set(open.map(({ area }) => area))].sort().join(', ')}.`,
  );
}

function neededBy(
  { machine, price, conditions }: Operation,
  { operations, prices, catalogs }: HostView,
): readonly Operation[] {
  const polls = operations.filter((each) => machine && each.machine?.id === machine.id && each.machine.role === 'poll');
  const read = JSON.stringify([price, conditions, prices[price?.id ?? '']]);
  const lists = Object.values(catalogs)
    .filter(({ id }) => read.includes(JSON.stringify(id)))
    .flatMap(({ live }) => operations.filter(({ id }) => id === live));
  const descriptions = operations.filter(({ path }) => /^\/(openapi\.json|\.well-known\/x402)$/.test(path));
  return [...polls, ...lists, ...descriptions];
}
