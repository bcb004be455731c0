import type { Value } from '../cel/values.ts';
import type { Code } from '../diagnostics/catalogue.ts';
import type { Diagnostics } from '../diagnostics/diagnostic.ts';
import { didYouMean } from '../diagnostics/suggest.ts';
import type { Selectable } from '../model/hosts.ts';
import { at, type EntryKind, type Located, type Spec } from '../model/spec.ts';
import type { Path } from '../reader/node.ts';
import type { Instances } from './instances.ts';

/** The input of every check of a specification. */
export interface CheckContext {
  readonly spec: Spec;
  readonly diagnostics: Diagnostics;
  /** Catalogs that expressions use; filled by the check of expressions. */
  readonly catalogsRead: Set<string>;
  /** The validator of values on a host. */
  instances(host: Selectable): Instances;
  /** Entries of a catalog by key. */
  catalogs(id: string): ReadonlyMap<string, Value>;
}

/** Reports mistakes that a single file does not show. */
export type Check = (context: CheckContext) => void;

const codes = {
  operation: 'operation-unknown',
  schema: 'schema-unknown',
  price: 'price-unknown',
  machine: 'machine-unknown',
  error: 'error-unknown',
  catalog: 'catalog-unknown',
  limit: 'limit-unknown',
  network: 'network-unknown',
} as const satisfies Partial<Record<EntryKind, Code>>;

/** Reports a reference to an unknown id. */
export function refer(
  { spec, diagnostics }: CheckContext,
  kind: keyof typeof codes,
  id: string,
  from: Pick<Located<unknown>, 'file' | 'node'>,
  path: Path,
  part: 'key' | 'value' = 'value',
): void {
  const names = spec.names(kind);
  if (!names.has(id) && !spec.lost(kind))
    diagnostics.suggest(codes[kind], at(from, path, part), didYouMean(id, names.keys()), id);
}
