import { once } from '../../../common/once.ts';
import { isObject } from '../../../json-schema/walk.ts';
import type { Json } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { isBranchStep } from '../../fields/branches.ts';
import type { Context } from '../../kind.ts';
import { CallPair } from '../calls/pair.ts';
import { type Inclusion, inclusion, type Sided } from '../schema/inclusion.ts';
import { isSubset } from '../schema/subset.ts';
import type { Side } from '../schema/universe.ts';
import { deciding, differingKeywords } from './groups.ts';

/** How the values of a field differ between two releases. */
export interface Difference {
  readonly pair: CallPair;
  /** Keywords that differ, without those that describe. */
  readonly keywords: readonly string[];
  /** Whether the newer release takes all values of the older one. */
  readonly kept: Inclusion;
  /** Whether the older release takes all values of the newer one. */
  readonly known: Inclusion;
}

const remembered = once((_before: Field) => once((_after: Field) => new Map<string, Difference | undefined>()));

/** How the values of a field differ; `undefined` where no keyword that decides them does. */
export function differenceOf(before: Field, after: Field, context: Context): Difference | undefined {
  const known = remembered(before)(after);
  if (!known.has('difference')) known.set('difference', compared(before, after, context));
  return known.get('difference');
}

function compared(before: Field, after: Field, { host, operation }: Context): Difference | undefined {
  const keywords = differingKeywords(before, after);
  if (keywords.length === 0 || !host || !operation) return undefined;
  const pair = new CallPair(host, operation);
  const base = valueAt(exampleOf(before), before.path);
  const options = {
    ...(base !== undefined && { base }),
    // Each alternative is compared for itself: what is left is a value that more than one of them takes.
    ...(before.overlaps && isUnion(keywords) && { onlyTry: maxOverlaps }),
  };
  const compare = (inner: Sided | undefined, outer: Sided): Inclusion =>
    inner && !isAnyText(before, inner, outer)
      ? inclusion(inner, outer, pair.universe, options)
      : { result: 'included' };
  // Only what the field itself says: what is inside it is compared apart.
  const [old, now] = [sided('old', before), sided('new', after)];
  return {
    pair,
    keywords,
    kept: compare(withoutMatched(old, before, keywords), withAround(now, after)),
    known: compare(withoutMatched(now, after, keywords), withAround(old, before)),
  };
}

const scalars: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** A scalar alternative with the others beside it, which may take what it does not. */
function withAround(outer: Sided, { own, around }: Field): Sided {
  return around && scalars.includes(own.type) ? { side: outer.side, schema: around } : outer;
}

/** Values that are tried to find one which more than one alternative of `oneOf` takes. */
const maxOverlaps = 200;

/** The keywords of a field itself, with the names of its properties: on them it depends which others there are. */
function sided(side: Side, { own, names = [] }: Field): Sided {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return { side, schema: names.length > 0 ? { ...own, properties } : own };
}

/** Numbers and the like that are written as texts, where any text is taken: in parameters every value is one. */
function isAnyText({ in: part, path, own }: Field, inner: Sided, outer: Sided): boolean {
  if (part === 'body' || part === 'response' || path.length !== 1 || own.content !== undefined) return false;
  const [given, taken] = [Object(inner.schema), Object(outer.schema)];
  const types: readonly unknown[] = [given.type ?? 'any'].flat();
  const isScalar = types.every((type) => type === 'integer' || type === 'number' || type === 'boolean');
  return (
    isScalar &&
    deciding.every((keyword) => (keyword === 'type' ? taken.type === 'string' : taken[keyword] === undefined))
  );
}

/** A side with only those alternatives that the other one does not have, where nothing else differs; undefined where it has none. */
function withoutMatched(own: Sided, { lone }: Field, keywords: readonly string[]): Sided | undefined {
  if (!lone || !isUnion(keywords)) return own;
  return lone.length === 0 ? undefined : { side: own.side, schema: { anyOf: [...lone] } };
}

function isUnion(keywords: readonly string[]): boolean {
  return keywords.every((keyword) => keyword === 'oneOf' || keyword === 'anyOf');
}

/**
 * Tells whether a field differs only inside its alternatives, each of which is reported for itself.
 *
 * Where more than one of them takes a value, `oneOf` refuses it, which none of them shows.
 */
export function isInsideAlternatives(
  { pair: { universe }, keywords }: Difference,
  shown: Inclusion,
  refusing: Side,
  { own, overlaps }: Field,
): boolean {
  if (!overlaps || !isUnion(keywords)) return false;
  if (shown.result !== 'witness' || own.oneOf === undefined) return true;
  return !universe.accepts(universe.read(refusing, { anyOf: own.oneOf }), shown.value);
}

/** Tells whether the newer release has objects of an alternative that the same union of the older one did not have. */
export function isNewAlternative({ keywords, known }: Difference, { own }: Field): boolean {
  const isSameUnion = isUnion(keywords) && keywords.every((keyword) => own[keyword] !== undefined);
  return isSameUnion && known.result === 'witness' && isObject(known.value);
}

/** A field on one side, and the other side on which its values may be refused. */
interface WholeField {
  readonly side: Side;
  readonly field: Field;
  readonly other: Field;
}

/** Whether the keywords of a field on one side take every value that it has on the other with all that is inside it. */
export function wholeInclusion({ side, field, other }: WholeField, { host, operation }: Context): Inclusion {
  if (!host || !operation) return { result: 'unknown', why: 'no operation has it' };
  const { universe } = new CallPair(host, operation);
  return inclusion({ side, schema: field.schema }, sided(side === 'old' ? 'new' : 'old', other), universe);
}

/** Tells whether the newer release takes every value of the part of a request that a field stands in. */
export function isWholeKept({ pair }: Difference, { in: part }: Field): boolean {
  if (part !== 'body' && part !== 'query' && part !== 'params') return false;
  const [old, now] = [pair.part('old', part), pair.part('new', part)];
  if (old === undefined || now === undefined) return false;
  return pair.universe.ask(
    () => isSubset(old, now, pair.universe),
    () => false,
  );
}

function exampleOf({ in: part, operation }: Field): Json | undefined {
  if (part !== 'body' && part !== 'query' && part !== 'params') return undefined;
  return operation?.example[part];
}

/** The value at a path of fields. */
export function valueAt(value: Json | undefined, [name, ...rest]: readonly string[]): Json | undefined {
  if (name === undefined || typeof value !== 'object' || value === null) return name === undefined ? value : undefined;
  if (isBranchStep(name)) return valueAt(value, rest);
  if (Array.isArray(value)) return name === 'items' ? valueAt(value[0], rest) : undefined;
  return valueAt(Object.entries(value).find(([each]) => each === name)?.[1], rest);
}
