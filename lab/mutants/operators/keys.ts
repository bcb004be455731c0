import type { Catalog, CatalogEntry, Contract } from '#conformance/contract/contract.ts';
import { changeAt, fieldName, isOfRequest, levelAt, rulesOf } from '../keyword-changes.ts';
import type { Operator } from '../mutant.ts';
import { replacing, without } from '../schema-edit.ts';

/** Each lookup in a table dropped, and each of its keys refused. */
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

/** The lines that a deployment has to have; where the documents state none, any one will do, so that none has to be. */
function asserted({ entries }: Catalog): readonly CatalogEntry[] {
  return entries.filter(({ status }) => status === 'stated' || status === 'derived');
}
