import { isObject, propertiesOf, referenceOf, requiredOf } from '../../json-schema/walk.ts';
import type { Json, JsonSchema } from '../../model/types.ts';
import { meansSame } from '../meaning.ts';

/** One alternative of a union with what it is known by. */
export interface Branch {
  /** The name of its schema, the value of its tag, or its type; undefined for one that has nothing of its own. */
  readonly label?: string;
  readonly schema: JsonSchema;
  readonly index: number;
}

/** Finds what a reference leads to. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** The alternatives of a union, each with what it is known by where no other is known by the same. */
export function branchesOf(union: Json | undefined, resolve: Resolve): readonly Branch[] {
  const schemas = Array.isArray(union) ? union.filter(isObject) : [];
  const tag = tagOf(schemas.map(resolve));
  const labels = schemas.map((schema) => nameIn(schema) ?? tagIn(resolve(schema), tag) ?? kindIn(schema));
  return schemas.map((schema, index) => {
    const label = labels[index];
    const isOwn = label !== undefined && labels.indexOf(label) === index && labels.lastIndexOf(label) === index;
    return { schema, index, ...(isOwn && { label }) };
  });
}

/** The step of a path into an alternative. */
export function stepOf({ label, index }: Branch): string {
  return `(${label ?? index + 1})`;
}

/** True for a step of a path that leads into an alternative. */
export function isBranchStep(step: string): boolean {
  return step.startsWith('(') && step.endsWith(')');
}

/** The alternatives of two unions that are the same ones: by what they are known by, else as the most alike. */
export function matchBranches(
  before: readonly Branch[],
  after: readonly Branch[],
  [old, now]: readonly [Resolve, Resolve],
): readonly (readonly [Branch, Branch])[] {
  const pairs: [Branch, Branch][] = [];
  const left = new Set(after);
  const take = (one: Branch, other: Branch | undefined): void => {
    if (other && left.delete(other)) pairs.push([one, other]);
  };
  const rest = before.filter((one) => {
    const other = after.find(({ label }) => label !== undefined && label === one.label);
    take(one, other);
    return !other;
  });
  for (const one of rest)
    take(
      one,
      [...left].find(({ schema }) => meansSame(schema, one.schema)),
    );
  for (const one of rest) {
    if (pairs.some(([each]) => each === one)) continue;
    const likely = [...left]
      .map((other) => ({ other, likeness: likeness(old(one.schema), now(other.schema)) }))
      .sort((a, b) => b.likeness - a.likeness)[0];
    if (likely && likely.likeness > 0.5) take(one, likely.other);
  }
  return pairs;
}

/** How much two alternatives have in common: from 0 to 1, and 0 where their tags differ. */
function likeness(one: JsonSchema, other: JsonSchema): number {
  const [was, is] = [new Map(propertiesOf(one)), new Map(propertiesOf(other))];
  if (was.size === 0 || is.size === 0) return meansSame(one.type, other.type) && one.type !== undefined ? 0.6 : 0;
  const common = [...was.keys()].filter((name) => is.has(name));
  const isOther = common.some((name) => {
    const [a, b] = [soleValue(was.get(name)), soleValue(is.get(name))];
    return a !== undefined && b !== undefined && a !== b;
  });
  return isOther ? 0 : (2 * common.length) / (was.size + is.size);
}

/** Tells whether no value can be of two alternatives: a required tag or the type tells them apart. */
export function areApart(branches: readonly Branch[], resolve: Resolve): boolean {
  const schemas = branches.map(({ schema }) => resolve(schema));
  const tag = tagOf(schemas);
  if (tag !== undefined) return schemas.every((schema) => requiredOf(schema).includes(tag) && schema.type === 'object');
  const types = schemas.map(({ type }) => (type === 'integer' ? 'number' : type));
  return types.every((type) => typeof type === 'string') && new Set(types).size === types.length;
}

/** The property that tells alternatives apart: it has one value in each of them, and another in every other. */
function tagOf(schemas: readonly JsonSchema[]): string | undefined {
  const [first] = schemas;
  return propertiesOf(first ?? {})
    .map(([name]) => name)
    .find((name) => {
      const values = schemas.map((schema) => soleValue(new Map(propertiesOf(schema)).get(name)));
      return schemas.length > 1 && !values.includes(undefined) && new Set(values).size === values.length;
    });
}

function tagIn(schema: JsonSchema, tag: string | undefined): string | undefined {
  return tag === undefined ? undefined : soleValue(new Map(propertiesOf(schema)).get(tag));
}

/** The only text that a schema takes. */
function soleValue(schema: JsonSchema | undefined): string | undefined {
  const listed =
    schema?.const ?? (Array.isArray(schema?.enum) && schema.enum.length === 1 ? schema.enum[0] : undefined);
  return typeof listed === 'string' ? listed : undefined;
}

/** The name of the schema that an alternative refers to, without its side or direction. */
function nameIn(schema: JsonSchema): string | undefined {
  return (
    referenceOf(schema)
      ?.replace(/^(?:both|old|new):/, '')
      .replace(/:request$/, '')
      // A whole file is known by its name.
      .replace(/^x-files:(?:.*_2f_)?([^/]+?)\.(?:ya?ml|json)$/, '$1')
  );
}

function kindIn({ title, type, format }: JsonSchema): string | undefined {
  if (typeof title === 'string') return title;
  if (typeof type !== 'string') return undefined;
  return typeof format === 'string' ? `${type} ${format}` : type;
}
