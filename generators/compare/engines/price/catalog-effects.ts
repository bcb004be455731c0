import { once } from '../../../common/once.ts';
import type { Catalog, CatalogEntry, Operation } from '../../../model/types.ts';
import type { Context } from '../../kind.ts';
import { meansSame } from '../../meaning.ts';
import type { Held } from '../calls/domain.ts';
import { CallPair } from '../calls/pair.ts';
import { literalsOf } from '../calls/reads.ts';
import { compareRules, type RuleComparison } from '../rules/compare-rules.ts';
import { comparePrices } from './compare-prices.ts';
import { treesOf, usedPrice } from './prices.ts';
import { type Moved, movement } from './shifts.ts';

/** The effect of a changed catalog entry on the calls that name it. */
export interface Effects {
  /** Columns that differ, except for the key. */
  readonly columns: readonly string[];
  readonly moved?: Moved;
  /** Requests that are lost or gained, and the operation whose they are. */
  readonly rules?: RuleComparison & { readonly context: Context };
}

/** Effects on one host; two hosts, and two releases, may have one entry and read it differently. */
const remembered = once((_host: NonNullable<Context['host']>) => new Map<CatalogEntry, Map<CatalogEntry, Effects>>());

/** The effect of a changed entry on prices and on rules across fields. */
export function effectsOf(before: CatalogEntry, after: CatalogEntry, context: Context): Effects {
  if (!context.host) return { columns: [] };
  const known = remembered(context.host);
  const found = known.get(before)?.get(after) ?? compared(before, after, context);
  known.set(before, new Map(known.get(before)).set(after, found));
  return found;
}

function compared(before: CatalogEntry, after: CatalogEntry, { host, ...context }: Context): Effects {
  const catalog = Object.values(host?.after.catalogs ?? {}).find(({ entries }) => entries.includes(after));
  if (!host || !catalog) return { columns: [] };
  const columns = differing(before, after, catalog);
  const key = after.values[catalog.key] ?? after.label;
  const held: Held = (_, values) => (values.includes(key) ? [key] : undefined);
  const pairs = host.before.operations.flatMap((operation) => {
    const other = host.after.operations.find(({ id }) => id === operation.id);
    return other ? [new CallPair(host, { before: operation, after: other })] : [];
  });

  const priced = Map.groupBy(
    pairs.filter((pair) => pricesBy(pair, catalog.id)),
    (pair) => pair.operation('new').price?.id,
  );
  const prices = [...priced.values()].flatMap(([pair]) =>
    pair ? [{ pair, comparison: comparePrices(pair, held) }] : [],
  );
  const moved = movement(prices, `A call that names \`${String(key)}\``);
  for (const pair of pairs) {
    const read = pair.operation('new').conditions.filter((condition) => readsCatalog(condition, catalog.id));
    if (read.length === 0) continue;
    const inner = { ...context, host, operation: { before: pair.operation('old'), after: pair.operation('new') } };
    const rules = compareRules(read, inner, held);
    if (rules?.lost ?? rules?.gained) return { columns, ...(moved && { moved }), rules: { ...rules, context: inner } };
  }
  return { columns, ...(moved && { moved }) };
}

function differing(before: CatalogEntry, after: CatalogEntry, { key }: Catalog): string[] {
  const names = new Set([...Object.keys(before.values), ...Object.keys(after.values)]);
  return [...names].filter((name) => name !== key && !meansSame(before.values[name], after.values[name]));
}

function pricesBy(pair: CallPair, catalog: string): boolean {
  const used = usedPrice(pair, 'new');
  const trees = used && usedPrice(pair, 'old') ? treesOf(used) : [];
  return literalsOf(trees).catalogs.includes(catalog);
}

function readsCatalog({ when, must }: Operation['conditions'][number], catalog: string): boolean {
  const trees = [...(when ? [when.tree] : []), must.tree];
  return literalsOf(trees).catalogs.includes(catalog);
}

/** Tells whether a formula of any host reads one of the columns, so that the change shows there. */
export function isReadElsewhere(columns: readonly string[], { after }: Context): boolean {
  const texts = after.release.hosts.flatMap(({ prices, operations }) => [
    ...Object.values(prices).flatMap(({ formula, inputs }) => [formula, ...Object.values(inputs)]),
    ...operations.flatMap(({ conditions }) => conditions.flatMap(({ when, must }) => [...(when ? [when] : []), must])),
  ]);
  return columns.some((name) => texts.some(({ text }) => text.includes(`.${name}`) || text.includes(`"${name}"`)));
}
