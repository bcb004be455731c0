import { isObject, mapSchema, referenceOf } from '../../json-schema/walk.ts';
import type { JsonSchema } from '../../model/types.ts';
import { branchesOf, stepOf } from './branches.ts';
import { applying, type Flat, propertiesIn, type Written } from './flatten.ts';
import type { Definitions } from './inline.ts';

/** A value with the schemas that describe it, within a branch or not. */
interface Visit {
  readonly path: readonly string[];
  readonly written: readonly Written[];
  readonly within: readonly string[];
  readonly isBranch: boolean;
}

/** The defaults of fields within branches, each as a field of which nothing else is said: what else branches say is compared whole. */
export function* branchDefaults(visit: Visit, definitions: Definitions): Generator<Flat> {
  const names: string[] = [];
  const { path, isBranch } = visit;
  const all = visit.written.flatMap((each) => [...applying(each, definitions, visit.within, names)]);
  const within = [...visit.within, ...names];
  for (const [name, written] of propertiesIn(all)) {
    const inner = { path: [...path, name], written, within, isBranch };
    const said = written.flatMap((each) => [...applying(each, definitions, within, [])]);
    const found = said.findLast(({ schema }) => schema.default !== undefined);
    if (isBranch && found?.schema.default !== undefined) {
      const { schema, entry, at } = found;
      yield { path: inner.path, required: false, own: { default: found.schema.default }, schema, entry, at };
    }
    yield* branchDefaults(inner, definitions);
  }
  for (const each of all) {
    const { items } = each.schema;
    const listed = isObject(items) ? [{ ...each, schema: items, at: [...each.at, 'items'] }] : [];
    if (listed.length > 0)
      yield* branchDefaults({ path: [...path, 'items'], written: listed, within, isBranch }, definitions);
    for (const [step, branch] of branchesIn(each, definitions))
      yield* branchDefaults({ path: [...path, step], written: [branch], within, isBranch: true }, definitions);
  }
}

/** The keywords of a value without the defaults within their branches. */
export function withoutBranchDefaults({ default: fallback, ...own }: JsonSchema): JsonSchema {
  const rest = mapSchema(own, ({ default: _, ...each }) => each);
  return fallback === undefined ? rest : { ...rest, default: fallback };
}

/** The branches of a schema that apply to some values, by the steps into them. */
function branchesIn({ schema, ...place }: Written, definitions: Definitions): (readonly [string, Written])[] {
  const resolve = (inner: JsonSchema): JsonSchema => definitions[referenceOf(inner) ?? ''] ?? inner;
  const alternatives = (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    branchesOf(schema[keyword], resolve).map((branch) => {
      const at = [...place.at, keyword, String(branch.index)];
      return [stepOf(branch), { ...place, at, schema: branch.schema }] as const;
    }),
  );
  const conditions = [[schema, place.at] as const, ...conditionsIn(schema, place.at)];
  const conditional = conditions.flatMap(([condition, at], index) =>
    (['then', 'else'] as const).flatMap((keyword) => {
      const branch = condition[keyword];
      const step = index === 0 ? `(${keyword})` : `(${keyword} ${index})`;
      return isObject(branch) ? [[step, { ...place, at: [...at, keyword], schema: branch }] as const] : [];
    }),
  );
  return [...alternatives, ...conditional];
}

/** The conditions among the parts of a schema, which do not apply to each value. */
function conditionsIn({ allOf }: JsonSchema, at: readonly string[]): (readonly [JsonSchema, readonly string[]])[] {
  const parts = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  return parts.flatMap((part: JsonSchema, index) => ('if' in part ? [[part, [...at, 'allOf', String(index)]]] : []));
}
