import { type CelCode, Checker, type Refuse, type Scope } from '../cel/check.ts';
import { parseCel } from '../cel/parse.ts';
import { placeIn } from '../cel/place.ts';
import { any, type Type, typeOfValues } from '../cel/types.ts';
import { once } from '../common/once.ts';
import type { CatalogSource } from '../language/catalog.ts';
import { at, type Located, type Spec } from '../model/spec.ts';
import { find, type Path } from '../reader/node.ts';
import type { SourceRange } from '../reader/source.ts';
import type { CheckContext } from './context.ts';

/** The expected type of an expression. */
export type Wanted = 'bool' | 'number' | 'list' | 'any';

/** Checks the expressions of entries and infers their types. */
export class Expressions {
  readonly #context: CheckContext;
  readonly #catalogs: Scope['catalogs'];

  constructor(context: CheckContext) {
    this.#context = context;
    this.#catalogs = catalogTypes(context.spec);
  }

  /** Checks the expression at a path of an entry; an absent expression is valid. */
  check(
    text: string | undefined,
    entry: Located<unknown>,
    path: Path,
    variables: Scope['variables'],
    wanted: Wanted,
  ): Type {
    if (text === undefined) return any;
    const { diagnostics } = this.#context;
    const place = (start: number, end: number): SourceRange => {
      const scalar = find(entry.node, path)?.value;
      return scalar?.kind === 'scalar' ? placeIn(entry.file, scalar, start, end) : at(entry, path);
    };

    const parsed = parseCel(text);
    if ('mistake' in parsed) {
      const { message, start, end } = parsed.mistake;
      diagnostics.report('cel-syntax', place(start, end), message);
      return any;
    }
    const refuse: Refuse = (code: CelCode, node, suggestion, ...details) => {
      diagnostics.suggest(code, place(node.start, node.end), suggestion, ...details);
    };
    const checker = new Checker({ variables, catalogs: this.#catalogs }, refuse);
    const type = checker.type(parsed.syntax);
    for (const id of checker.catalogsRead) this.#context.catalogsRead.add(id);
    checker.expect(parsed.syntax, type, wanted);
    return type;
  }
}

function catalogTypes(spec: Spec): Scope['catalogs'] {
  return {
    get: (id) => {
      const catalog = spec.get('catalog', id);
      if (catalog) return catalogType(catalog.value);
      return spec.names('catalog').has(id) ? any : undefined;
    },
    keys: () => spec.names('catalog').keys(),
  };
}

const catalogType = once(({ key: keyColumn, entries }: CatalogSource): Type => {
  if (entries.length === 0) return any;
  const rows = entries.map(({ label: _label, from: _from, status: _status, hosts: _hosts, ...columns }) => {
    const { [keyColumn]: key, ...rest } = columns;
    // Requests name entries by key, so a key is a string even if it looks like a decimal.
    return { ...rest, [keyColumn]: typeof key === 'string' ? `id ${key}` : key };
  });
  return typeOfValues(rows);
});
