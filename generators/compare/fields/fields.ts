import type { JsonSchema } from '../../model/types.ts';
import type { Field, FieldPart } from '../entities.ts';
import type { ComparedOperation } from '../side.ts';
import { type Thing, thing } from '../things.ts';
import { flatten } from './flatten.ts';
import type { Definitions } from './inline.ts';

/** Where the fields of a schema stand, and what they belong to. */
export interface Site {
  readonly scope: 'request-field' | 'response-field' | 'response-header' | 'error-field';
  /** First part of their ids: `search.body`. */
  readonly prefix: string;
  readonly in: FieldPart;
  readonly operation?: ComparedOperation;
  readonly status?: number;
  readonly header?: string;
  /** True where the whole may be left out. */
  readonly optional?: boolean;
  readonly entry: string;
  readonly at: readonly string[];
  /** Ids of the rules about a field, by its path: those too that stand further in where none of `fields` does, as in alternatives. */
  rules(path: readonly string[], fields: ReadonlySet<string>): readonly string[];
}

/** The fields of a schema as things to compare. */
export function fieldsOf(root: JsonSchema, site: Site, definitions: Definitions): Thing<Site['scope']>[] {
  const flats = flatten(root, { entry: site.entry, at: site.at }, definitions);
  const fields = new Set(flats.map(({ path }) => path.join('.')));
  return flats.map((flat) => {
    const { path, own, schema } = flat;
    const required = path.length === 0 ? site.optional !== true : flat.required;
    const field: Field = {
      in: site.in,
      ...(site.operation && { operation: site.operation }),
      ...(site.status !== undefined && { status: site.status }),
      ...(site.header !== undefined && { header: site.header }),
      ...{ path, required, own, schema, root },
    };
    return thing(site.scope, [site.prefix, ...path].join('.'), field, {
      parts: { required, ...own },
      entry: flat.entry,
      path: flat.at,
      rules: () => site.rules(path, fields),
    });
  });
}

/** The headers of a response or error, and what is in them, as things to compare. */
export function headersOf(
  headers: Readonly<Record<string, JsonSchema>>,
  site: Omit<Site, 'scope'>,
  definitions: Definitions,
): Thing<Site['scope']>[] {
  return Object.entries(headers).flatMap(([name, schema]) => {
    const own: Site = {
      ...site,
      scope: 'response-header',
      header: name,
      prefix: `${site.prefix}.${name}`,
      at: [...site.at, name],
      rules: (path, fields) =>
        site.rules([name, ...path], new Set([...fields].map((field) => [name, field].filter(Boolean).join('.')))),
    };
    return fieldsOf(schema, own, definitions);
  });
}
