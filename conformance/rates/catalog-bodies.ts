/** Reads the catalogs that a target publishes: every free response that lists ids of a catalog. */

import { freeRead } from '../calls/free-read.ts';
import type { Run } from '../check/run.ts';
import type { Expression, Operation } from '../contract/contract.ts';
import type { Exchange } from '../http/exchange.ts';
import { NotTestable } from '../http/interruption.ts';
import { sampleOf } from '../http/sample.ts';
import { catalogsOf } from '../oracle/catalogs.ts';
import { partsOf } from '../oracle/reads.ts';
import { type Columns, columnsOf, entryOf, idsListed } from './entries.ts';

/** One published list of a catalog. */
export interface PublishedList {
  readonly operation: Operation;
  readonly exchange: Exchange;
  /** Entries by id, those of other ids left out. */
  readonly entries: ReadonlyMap<string, unknown>;
  /** Ids of the entries that the response lists beside them. */
  readonly others: readonly string[];
  /** The figures of each entry. */
  readonly columns: ReadonlyMap<string, Columns>;
}

/** The free reads of a host that take no parameter. */
function free({ contract }: Run): readonly Operation[] {
  return contract.operations.filter(
    ({ method, path, price, auth, machine, closed }) =>
      method === 'GET' && auth === 'none' && !price && !machine && !closed && !path.includes('{'),
  );
}

/** Reads every published list that has ids of a catalog: the live one first. */
export async function publishedLists(run: Run, catalog: string): Promise<readonly PublishedList[]> {
  const { live } = run.contract.catalogs[catalog] ?? {};
  const ids = new Set(
    catalogsOf(run.contract)
      .lines(catalog)
      .map(({ key }) => key),
  );
  const reads = free(run).toSorted((one, other) => Number(other.id === live) - Number(one.id === live));
  const lists = await Promise.all(
    reads.map(async (operation) => {
      const exchange = await freeRead(run, sampleOf(operation));
      if (exchange?.received.status !== 200) return [];
      const { json } = exchange.received;
      const entries = entriesOf(json, ids);
      const others = idsListed(json, ids).filter((id) => !ids.has(id));
      const columns = new Map([...entries].map(([id, entry]) => [id, columnsOf(entry)]));
      return entries.size > 0 ? [{ operation, exchange, entries, others, columns }] : [];
    }),
  );
  return lists.flat();
}

/** The entries of some ids. */
export function entriesOf(body: unknown, ids: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  return new Map(
    [...ids].flatMap((id) => {
      const entry = entryOf(body, id, ids);
      return entry === undefined ? [] : [[id, entry] as const];
    }),
  );
}

/** The catalog whose entries have some columns; throws `NotTestable` where the contract has none. */
export function catalogWith({ contract }: Run, ...columns: readonly string[]): string {
  const catalogs = catalogsOf(contract);
  const found = Object.keys(contract.catalogs).find((id) =>
    catalogs.lines(id).some(({ values }) => columns.every((column) => column in values)),
  );
  if (found === undefined) throw new NotTestable('means', 'The target file names no model of such a catalog.');
  return found;
}

/** Name of the catalog whose entry an expression looks up, and the key that it looks up. */
export function catalogRead(tree: Expression): { readonly catalog: string; readonly key: Expression } | undefined {
  if (tree.op === 'call' && tree.name === 'catalog') {
    const [name, key] = tree.args;
    if (name?.op === 'string' && key) return { catalog: name.value, key };
  }
  for (const part of partsOf(tree)) {
    const found = catalogRead(part);
    if (found) return found;
  }
  return undefined;
}
