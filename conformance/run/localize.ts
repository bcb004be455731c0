import type { Contract } from '../contract/contract.ts';
import { mapTexts } from '../json/map-texts.ts';
import type { Target } from '../target/target.ts';

/** A contract in the words of one deployment. */
export interface Localized {
  readonly contract: Contract;
  /** Labels of the documents whose ids this deployment has not told, by the id the contract uses. */
  readonly missing: ReadonlyMap<string, string>;
}

/**
 * Puts a deployment's own catalog ids in the place of the contract's, everywhere at once.
 *
 * An id comes from the target file; a table that no deployment serves live, an id that is the documents' own label,
 * and an id that is among `live` (every text of the live catalogs) stand as they are. Entries left without an id are
 * dropped from their catalog, so that nothing is expected of them, and are listed as missing.
 */
export function localize(contract: Contract, target: Pick<Target, 'models'>, live: ReadonlySet<string>): Localized {
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
  // An id that stands in two catalogs is known when one of them tells it.
  for (const id of ids.keys()) missing.delete(id);

  // Runs one after another against deployments of the same names share what is computed of their contract.
  const words = JSON.stringify([[...ids].filter(([id, named]) => id !== named), [...missing]]);
  const known = written.get(contract);
  if (known?.words === words) return known;
  const localized = { words, missing, contract: rewritten(contract, ids, missing) };
  written.set(contract, localized);
  return localized;
}

/** The last words that each contract was put in. */
const written = new WeakMap<Contract, Localized & { readonly words: string }>();

function rewritten(contract: Contract, ids: ReadonlyMap<string, string>, missing: Localized['missing']): Contract {
  const catalogs = Object.fromEntries(
    Object.entries(contract.catalogs).map(([name, catalog]) => [
      name,
      { ...catalog, entries: catalog.entries.filter((entry) => !missing.has(String(entry.values[catalog.key]))) },
    ]),
  );
  const { statements, rules, ...rest } = { ...contract, catalogs };
  return { ...mapTexts(rest, (text) => ids.get(text) ?? text), statements, rules };
}

/** Every text within a JSON value, keys included. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(textsWithin);
  return Object.entries(value).flatMap(([key, item]) => [key, ...textsWithin(item)]);
}
