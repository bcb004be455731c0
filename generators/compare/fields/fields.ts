import type { JsonSchema } from '../../model/types.ts';
import type { Field, FieldPart } from '../entities.ts';
import type { ComparedOperation } from '../side.ts';
import { type Thing, thing } from '../things.ts';
import { branchDefaults, withoutBranchDefaults } from './branch-defaults.ts';
import { isBranchStep } from './branches.ts';
import { type Flat, flatten } from './flatten.ts';
import type { Definitions } from './inline.ts';
import type { PairWalk, Root } from './pairs.ts';

/** Where the fields of a schema stand, and what they belong to. */
export interface Site {
  readonly scope: 'request-field' | 'response-field' | 'response-header' | 'error-field';
  /** First part of their ids: `search.body`. */
  readonly prefix: string;
  readonly in: FieldPart;
  readonly operation?: ComparedOperation;
  /** Id of the error that they belong to. */
  readonly error?: string;
  readonly status?: number;
  readonly header?: string;
  readonly media?: string;
  /** True where the whole may be left out. */
  readonly optional?: boolean;
  readonly entry: string;
  readonly at: readonly string[];
  /** Ids of the rules about a field, by its path: those too that stand further in where none of `fields` does, as in alternatives. */
  rules(path: readonly string[], fields: ReadonlySet<string>): readonly string[];
}

/** The fields of a schema as things to compare. */
export function fieldsOf(root: JsonSchema, site: Site, definitions: Definitions): Thing<Site['scope']>[] {
  const place = { entry: site.entry, at: site.at };
  const flats = flatten(root, place, definitions);
  if (site.scope !== 'request-field') return thingsOf(flats, root, site);
  const whole = { path: [], written: [{ schema: root, ...place }], within: [], isBranch: false };
  const others = flats.map((flat) => ({ ...flat, own: withoutBranchDefaults(flat.own) }));
  return thingsOf([...others, ...branchDefaults(whole, definitions)], root, site);
}

/** Finds the fields of a schema on two sides that are not the same on both; they are things to compare once the walk has run. */
export function fieldPairs(
  [before, after]: readonly [JsonSchema, JsonSchema],
  [old, now]: readonly [Site, Site],
  walk: PairWalk,
): () => ThingPairs {
  const root = (schema: JsonSchema, { entry, at, optional }: Site): Root => ({
    schema,
    entry,
    at,
    required: optional !== true,
  });
  const writes = old.scope === 'request-field' ? 'callers' : 'service';
  const owner = { writes, operation: old.operation?.id ?? '' } as const;
  const flats = walk.add([root(before, old), root(after, now)], owner);
  return () => ({ old: thingsOf(flats.before, before, old), now: thingsOf(flats.after, after, now) });
}

/** Things of two sides. */
export interface ThingPairs {
  readonly old: readonly Thing[];
  readonly now: readonly Thing[];
}

function thingsOf(flats: readonly Flat[], root: JsonSchema, site: Site): Thing<Site['scope']>[] {
  const named = (path: readonly string[]) => path.filter((step) => !isBranchStep(step));
  const fields = new Set(flats.map(({ path }) => named(path).join('.')));
  return flats.map((flat) => {
    const { path, own, schema, compared, names, lone, overlaps, cause, around } = flat;
    const required = path.length === 0 ? site.optional !== true : flat.required;
    const field: Field = {
      in: site.in,
      ...(site.operation && { operation: site.operation }),
      ...(site.error !== undefined && { error: site.error }),
      ...(site.status !== undefined && { status: site.status }),
      ...(site.header !== undefined && { header: site.header }),
      ...(site.media !== undefined && { media: site.media }),
      ...(compared && { compared }),
      ...(names && { names }),
      ...(lone && { lone }),
      ...(overlaps && { overlaps }),
      ...(cause !== undefined && { cause }),
      ...(around && { around }),
      ...{ path, required, own, schema, root },
    };
    return thing(site.scope, [site.prefix, ...path].join('.'), field, {
      parts: { required, ...own, ...compared },
      entry: flat.entry,
      path: flat.at,
      rules: () => site.rules(named(path), fields),
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

/** The headers of a response on two sides, and what is in them, as things to compare once the walk has run. */
export function headerPairs(
  [before, after]: readonly [Readonly<Record<string, JsonSchema>>, Readonly<Record<string, JsonSchema>>],
  [old, now]: readonly [Site, Site],
  walk: PairWalk,
): () => ThingPairs {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const all = names.map((name): (() => ThingPairs) => {
    const own = (site: Site): Site => ({
      ...site,
      scope: 'response-header',
      header: name,
      prefix: `${site.prefix}.${name}`,
      at: [...site.at, name],
    });
    const [was, is] = [before[name], after[name]];
    if (was && is) return fieldPairs([was, is], [own(old), own(now)], walk);
    const alone = (schema: JsonSchema | undefined, site: Site) =>
      schema ? fieldsOf(schema, own(site), {}).slice(0, 1) : [];
    return () => ({ old: alone(was, old), now: alone(is, now) });
  });
  return () => joined(all.map((each) => each()));
}

/** The things of several parts together. */
export function joined(all: readonly ThingPairs[]): ThingPairs {
  return { old: all.flatMap(({ old }) => old), now: all.flatMap(({ now }) => now) };
}
