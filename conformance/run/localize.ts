import { requestSourceOf } from '../arbitraries/request-source.ts';
import { mapTexts } from '../common/json.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { evaluatorOf } from '../oracle/evaluate.ts';
import type { Target } from '../target/target.ts';

/** A contract with the ids of one deployment. */
export interface LocalContract {
  readonly contract: Contract;
  /** Labels of the documents for which this deployment has no id, by the id that the contract uses. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Replaces the catalog ids of a contract by those of a deployment, everywhere at once.
 *
 * An id comes from the target file; ids of a catalog that is not served live, ids that are the label of the documents, and
 * ids that are among `live` (every text of the live catalogs) stay as they are. Entries without an id are removed from
 * their catalog, so that nothing is expected of them, and are listed as missing. Examples of operations that name one of them
 * name another entry of its catalog.
 */
export function localize(contract: Contract, target: Pick<Target, 'models'>, live: ReadonlySet<string>): LocalContract {
  const ids = new Map<string, string>();
  const missing = new Map<string, string>();
  for (const catalog of Object.values(contract.catalogs)) {
    for (const entry of catalog.entries) {
      const id = entry.values[catalog.key];
      if (typeof id !== 'string') continue;
      const own = target.models[entry.label];
      const named = own ?? (catalog.live === undefined || id === entry.label || live.has(id) ? id : undefined);
      if (named === undefined) missing.set(id, entry.label);
      else ids.set(id, named);
    }
  }
  // An id in two catalogs is known when one of them has it.
  for (const id of ids.keys()) missing.delete(id);

  // Consecutive runs against deployments with the same ids share everything that is computed from their contract.
  const key = JSON.stringify([[...ids].filter(([id, named]) => id !== named), [...missing]]);
  const known = latest.get(contract);
  if (known?.key === key) return known;
  const localized = { key, missing, contract: withOfferedExamples(withIds(contract, ids, missing), missing) };
  latest.set(contract, localized);
  return localized;
}

/** The latest localization of each contract. */
const latest = new WeakMap<Contract, LocalContract & { readonly key: string }>();

function withIds(contract: Contract, ids: ReadonlyMap<string, string>, missing: LocalContract['missing']): Contract {
  const catalogs = Object.fromEntries(
    Object.entries(contract.catalogs).map(([name, catalog]) => [
      name,
      { ...catalog, entries: catalog.entries.filter((entry) => !missing.has(String(entry.values[catalog.key]))) },
    ]),
  );
  const { statements, rules, ...rest } = { ...contract, catalogs };
  return { ...mapTexts(rest, (text) => ids.get(text) ?? text), statements, rules };
}

/** The contract with examples that name nothing missing, where its catalogs have something to name instead. */
function withOfferedExamples(contract: Contract, missing: LocalContract['missing']): Contract {
  const names = ({ example }: Operation) => textsWithin(example).some((text) => missing.has(text));
  if (!contract.operations.some(names)) return contract;
  const { requests } = requestSourceOf(contract, evaluatorOf(contract, missing));
  const operations = contract.operations.map((operation) => {
    if (!names(operation)) return operation;
    const { operation: _, headers: _headers, ...example } = requests(operation).base;
    return { ...operation, example } as Operation;
  });
  return { ...contract, operations };
}

/** Every text within a JSON value, keys included. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsWithin(item)]);
}
