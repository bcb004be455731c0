import type { Catalog, CatalogEntry, Contract, Json, Rule } from '../../contract.ts';
import { fromText, isDecimalText, textOf } from '../../oracle/exact.ts';
import type { Change, Operator } from '../mutant.ts';
import { otherThan } from './constants.ts';
import { pricesOf } from './prices.ts';

/** Each cell of a table that a price or a rule across fields reads changed. */
export const tables: Operator = {
  name: 'cell',
  *changes(contract): Generator<Change> {
    for (const catalog of Object.values(contract.catalogs)) {
      for (const entry of catalog.entries) {
        for (const { path, value } of cellsOf(catalog, entry)) {
          const rule = readerOf(contract, catalog, path[0] ?? '');
          if (!rule) continue;
          const values = put(entry.values, path, value);
          const entries = catalog.entries.map((each) => (each === entry ? { ...each, values } : each));
          yield {
            rule,
            description: `${catalog.id}: ${path.join('.')} of ${entry.label} is ${JSON.stringify(value)}`,
            contract: { ...contract, catalogs: { ...contract.catalogs, [catalog.id]: { ...catalog, entries } } },
          };
        }
      }
    }
  },
};

interface Cell {
  readonly path: readonly string[];
  readonly value: Json;
}

function* cellsOf(catalog: Catalog, { values }: CatalogEntry): Generator<Cell> {
  for (const [column, value] of Object.entries(values)) if (column !== catalog.key) yield* within([column], value);
}

function* within(path: readonly string[], value: Json): Generator<Cell> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) yield* within([...path, name], inner);
    return;
  }
  if (Array.isArray(value)) return;
  yield { path, value: typeof value === 'string' && isDecimalText(value) ? nextDecimal(value) : otherThan(value) };
}

/** One unit of the last written place more. */
function nextDecimal(text: string): string {
  const unit = fromText(`1e-${text.split('.')[1]?.length ?? 0}`);
  const value = fromText(text);
  return value && unit ? textOf(value.add(unit)) : text;
}

function put(
  values: CatalogEntry['values'],
  [name = '', ...rest]: readonly string[],
  value: Json,
): CatalogEntry['values'] {
  const inner = values[name];
  if (rest.length === 0 || typeof inner !== 'object' || inner === null || Array.isArray(inner)) {
    return { ...values, [name]: value };
  }
  // A value that is neither a list nor null is a map.
  return { ...values, [name]: put(inner as CatalogEntry['values'], rest, value) };
}

/** The first rule, asserted ones first, whose formulas read a column of a table. */
function readerOf(contract: Contract, catalog: Catalog, column: string): Rule | undefined {
  const reads = (...parts: readonly unknown[]) => {
    const text = JSON.stringify(parts);
    return text.includes(JSON.stringify(catalog.id)) && text.includes(`"name":${JSON.stringify(column)}`);
  };
  const readers = [
    ...[...pricesOf(contract)].flatMap(({ operation, price, rule }) =>
      reads(price.inputs, operation.price?.inputs, price.formula) ? [rule] : [],
    ),
    ...contract.operations.flatMap(({ conditions }) =>
      conditions.flatMap((condition) =>
        reads(condition.when, condition.must) ? (contract.rules.find(({ id }) => id === condition.id) ?? []) : [],
      ),
    ),
  ];
  return readers.find(({ tier }) => tier === 'must') ?? readers[0];
}
