import { once } from '../../../common/once.ts';
import type { Json } from '../../../model/types.ts';
import type { Field } from '../../entities.ts';
import { isBranchStep } from '../../fields/branches.ts';
import type { Context } from '../../kind.ts';
import { CallPair } from '../calls/pair.ts';
import { TooManyAlternatives } from '../schema/alternatives.ts';
import { type Inclusion, inclusion, type Sided } from '../schema/inclusion.ts';
import { isSubset } from '../schema/subset.ts';
import { differingKeywords } from './groups.ts';

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
  const options = base === undefined ? {} : { base };
  const compare = (inner: Sided | undefined, outer: Sided): Inclusion =>
    inner ? inclusion(inner, outer, pair.universe, options) : { result: 'included' };
  // Only what the field itself says: what is inside it is compared apart.
  const [old, now] = [{ side: 'old', schema: before.own } as const, { side: 'new', schema: after.own } as const];
  return {
    pair,
    keywords,
    kept: compare(withoutMatched(old, before, keywords), now),
    known: compare(withoutMatched(now, after, keywords), old),
  };
}

/** A side with only those alternatives that the other one does not have, where nothing else differs; undefined where it has none. */
function withoutMatched(own: Sided, { lone }: Field, keywords: readonly string[]): Sided | undefined {
  if (!lone || !keywords.every((keyword) => keyword === 'oneOf' || keyword === 'anyOf')) return own;
  return lone.length === 0 ? undefined : { side: own.side, schema: { anyOf: [...lone] } };
}

/** Tells whether the newer release takes every value of the part of a request that a field stands in. */
export function isWholeKept({ pair }: Difference, { in: part }: Field): boolean {
  if (part !== 'body' && part !== 'query' && part !== 'params') return false;
  const [old, now] = [pair.part('old', part), pair.part('new', part)];
  if (old === undefined || now === undefined) return false;
  try {
    return isSubset(old, now, pair.universe);
  } catch (error) {
    if (error instanceof TooManyAlternatives || error instanceof SyntaxError) return false;
    throw error;
  }
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
