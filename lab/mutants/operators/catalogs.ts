import type {
  Catalog,
  CatalogEntry,
  Contract,
  Expression,
  Formula,
  Json,
  Rule,
} from '#conformance/contract/contract.ts';
import { decimalText, fromText, isDecimalText } from '#conformance/oracle/exact.ts';
import { partsOf } from '#conformance/oracle/reads.ts';
import type { Change, Operator } from '../mutant.ts';
import { changeAt, fieldName, isOfRequest, levelAt, replacing, rulesOf, without } from '../schema-edit.ts';
import { pricesOf } from './prices.ts';
import { otherThan } from './schemas.ts';

/** Changes each cell of a table that a price or a rule across fields reads. */
export const tables: Operator = {
  name: 'cell',
  *changes(contract): Generator<Change> {
    const readers = readersOf(contract);
    for (const catalog of Object.values(contract.catalogs)) {
      for (const entry of catalog.entries) {
        for (const { path, value } of cellsOf(catalog, entry)) {
          const [rule, ...others] = rulesReading(readers, catalog, path);
          if (!rule) continue;
          const by = (other: Json | undefined): Contract => {
            const values = put(entry.values, path, other);
            const entries = catalog.entries.map((each) => (each === entry ? { ...each, values } : each));
            return { ...contract, catalogs: { ...contract.catalogs, [catalog.id]: { ...catalog, entries } } };
          };
          const description = `${catalog.id}: ${path.join('.')} of ${entry.label} is ${JSON.stringify(value)}`;
          yield { rule, others, description, contract: by(value), unread: by(undefined) };
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
  for (const [column, value] of Object.entries(values)) {
    if (column === catalog.key) continue;
    if (typeof value !== 'string' || isDecimalText(value)) yield* within([column], value);
    else {
      const others = catalog.entries.flatMap((entry) => entry.values[column] ?? []);
      yield { path: [column], value: others.find((other) => other !== value) ?? otherThan(value) };
    }
  }
}

function* within(path: readonly string[], value: Json): Generator<Cell> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) yield* within([...path, name], inner);
    return;
  }
  if (Array.isArray(value)) return;
  yield { path, value: typeof value === 'string' && isDecimalText(value) ? nextDecimal(value) : otherThan(value) };
}

/** The number one unit of the last decimal place higher. */
function nextDecimal(text: string): string {
  const unit = fromText(`1e-${text.split('.')[1]?.length ?? 0}`);
  const value = fromText(text);
  return value && unit ? decimalText(value.add(unit)) : text;
}

/** Replaces the value at a path; `undefined` removes it. */
function put(values: CatalogEntry['values'], path: readonly string[], value: Json | undefined): CatalogEntry['values'] {
  const [name = '', ...rest] = path;
  const { [name]: inner, ...others } = values;
  if (rest.length === 0) return value === undefined ? others : { ...values, [name]: value };
  return isMap(inner) ? { ...values, [name]: put(inner, rest, value) } : values;
}

function isMap(value: Json | undefined): value is CatalogEntry['values'] {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The rules whose formulas read a column of a table (of a map in it, more than its keys); asserted, observable ones first. */
function rulesReading(
  all: readonly Reader[],
  catalog: Catalog,
  [column = '', ...rest]: readonly string[],
): readonly Rule[] {
  const name = JSON.stringify(catalog.id);
  const readers = all.filter(
    ({ trees, text }) => text.includes(name) && trees.some((tree) => readsColumn(tree, column, rest.length > 0)),
  );
  const isSeen = ({ tier, unobservable }: Rule) => tier === 'must' && !unobservable;
  return readers.map(({ rule }) => rule).toSorted((one, other) => Number(isSeen(other)) - Number(isSeen(one)));
}

/** A rule with its formulas, and their text for a fast check of the names that they do not contain. */
interface Reader {
  readonly rule: Rule;
  readonly trees: readonly Expression[];
  readonly text: string;
}

/** Lists every rule of a price or across fields. */
function readersOf(contract: Contract): readonly Reader[] {
  const reader = (rule: Rule, formulas: readonly (Formula | undefined)[]): Reader => {
    const trees = formulas.flatMap((formula) => formula?.tree ?? []);
    return { rule, trees, text: JSON.stringify(trees) };
  };
  const rules = new Map(contract.rules.map((rule) => [rule.id, rule]));
  return [
    ...[...pricesOf(contract)].map(({ operation, price, rule }) =>
      reader(rule, [price.formula, ...Object.values({ ...price.inputs, ...operation.price?.inputs })]),
    ),
    ...contract.operations.flatMap(({ conditions }) =>
      conditions.flatMap(({ id, when, must }) => {
        const rule = rules.get(id);
        return rule ? [reader(rule, [when, must])] : [];
      }),
    ),
  ];
}

function readsColumn(tree: Expression, column: string, within: boolean): boolean {
  if (tree.op === 'field' && tree.name === column) return true;
  const parts = partsOf(tree);
  // A rule about the keys of a map does not describe its values.
  const looked = within && tree.op === 'binary' && tree.name === 'in' ? [tree.left] : parts;
  return looked.some((part) => readsColumn(part, column, within));
}

/** Drops each lookup in a table, and refuses each of its keys. */
export const keys: Operator = {
  name: 'key',
  *changes(contract) {
    for (const rule of rulesOf(contract, 'catalog').filter(isOfRequest)) {
      const id = String(levelAt(contract, rule)?.catalog ?? '');
      const catalog = contract.catalogs[id];
      if (!catalog) continue;
      const name = fieldName(rule);
      yield* changeAt(contract, rule, `\`${name}\` may name anything`, without('catalog'));
      for (const entry of asserted(catalog)) {
        const key = String(entry.values[catalog.key] ?? entry.label);
        const fewer = { ...catalog, entries: catalog.entries.filter((each) => each !== entry) };
        const changed: Contract = { ...contract, catalogs: { ...contract.catalogs, [`${id} without ${key}`]: fewer } };
        const elsewhere = replacing('catalog', () => `${id} without ${key}`);
        yield* changeAt(changed, rule, `\`${name}\` may not be ${key}`, elsewhere);
      }
    }
  },
};

/** The entries that every deployment must have: those that the documents give. */
function asserted({ entries }: Catalog): readonly CatalogEntry[] {
  return entries.filter(({ status }) => status === 'stated' || status === 'derived');
}
