import type { CatalogSource } from '../../language/catalog.ts';
import type { Selection } from '../hosts.ts';
import { listOf, provenanceOf } from '../provenance.ts';
import type { Located } from '../spec.ts';
import type { Catalog, Json } from '../types.ts';

/** A table with the entries that exist on a host. */
export function viewCatalog({ id, value: source }: Located<CatalogSource>, { isSelected }: Selection): Catalog {
  return {
    id,
    key: source.key,
    ...(source.live && { live: source.live }),
    ...provenanceOf(source),
    entries: source.entries
      .filter(({ hosts }) => !hosts || isSelected(hosts))
      .map(({ label, from, status, open, hosts: _, ...values }) => ({
        label,
        status: status ?? source.status ?? 'stated',
        from: listOf(from),
        ...(open && { open }),
        values: values as Record<string, Json>,
      })),
  };
}
