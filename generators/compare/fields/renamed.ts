import { mapSchema } from '../../json-schema/walk.ts';
import type { Expression, JsonSchema } from '../../model/types.ts';
import { readsOf, rootOf } from '../engines/calls/reads.ts';
import type { Field } from '../entities.ts';
import { matchThings, outermost } from '../matching.ts';
import { meansSame } from '../meaning.ts';
import type { ComparedOperation, ComparedView } from '../side.ts';
import type { Thing } from '../things.ts';
import { isBranchStep } from './branches.ts';
import { inline } from './inline.ts';

/** One of two releases of an operation, with what is in its requests. */
export interface OperationSide {
  readonly operation: ComparedOperation;
  readonly view: ComparedView;
  readonly things: readonly Thing[];
}

/** A field of requests in the older release, and what it is taken to be in the newer one. */
export interface RenamedThing {
  readonly before: FieldThing;
  readonly after: FieldThing;
}

type FieldThing = Thing<'request-field'>;

/**
 * Fields of requests of which only the name differs.
 *
 * One is known where, of the fields beside it, no other came and no other went: it takes the same, it is read by the
 * same rules and prices, or it stands in the same place and says more of itself than a type.
 */
export function renamedFields(old: OperationSide, now: OperationSide): RenamedThing[] {
  const [was, is] = [old.things.filter(isNamed), now.things.filter(isNamed)];
  const { removed, added } = matchThings(was, is);
  const come = Map.groupBy(outermost(added).filter(isNamed), parentOf);
  return [...Map.groupBy(outermost(removed).filter(isNamed), parentOf)].flatMap(([parent, gone]) => {
    const [before, after] = [gone[0], come.get(parent)?.[0]];
    if (!before || !after || gone.length > 1 || come.get(parent)?.length !== 1) return [];
    if (!isAlike(before.value, after.value, old, now)) return [];
    const beside = (things: readonly FieldThing[], own: FieldThing) =>
      things.filter((thing) => parentOf(thing) === parent).indexOf(own);
    const isInPlace = beside(was, before) === beside(is, after) && isTelling(before.value, after.value);
    const isRead = usesOf(before.value, before.value.path, old).size > 0;
    return isRead || isInPlace ? [{ before, after }] : [];
  });
}

/** True for a field of a request that has a name of its own in every value around it. */
function isNamed(thing: Thing): thing is FieldThing {
  if (thing.scope !== 'request-field') return false;
  // Things of this scope are fields.
  const { in: part, path } = thing.value as Field;
  return (
    part !== 'params' && path.length > 0 && !path.some((step) => step === 'items' || step === '*' || isBranchStep(step))
  );
}

function parentOf({ value: { in: part, path } }: FieldThing): string {
  return JSON.stringify([part, ...path.slice(0, -1)]);
}

function isAlike(before: Field, after: Field, old: OperationSide, now: OperationSide): boolean {
  const [was, is] = [usesOf(before, before.path, old), usesOf(after, after.path, now)];
  const isFree = usesOf(before, after.path, old).size === 0 && usesOf(after, before.path, now).size === 0;
  return (
    before.required === after.required &&
    isFree &&
    was.symmetricDifference(is).size === 0 &&
    meansSame(inline(before.schema, old.view.schemas), inline(after.schema, now.view.schemas))
  );
}

/** Tells whether a field says so much of itself that another one hardly says the same. */
function isTelling(before: Field, after: Field): boolean {
  const { description } = before.own;
  if (description !== undefined && description === after.own.description) return true;
  let keywords = 0;
  mapSchema(before.schema, (schema: JsonSchema) => {
    keywords += Object.keys(schema).filter((keyword) => keyword !== 'description').length;
    return schema;
  });
  return keywords > 1;
}

/** The readers of a value at a path of a request: rules by their last step, and parts of the price. */
function usesOf(field: Field, path: readonly string[], { operation, view }: OperationSide): Set<string> {
  const { conditions, ensures, price, stream } = operation;
  const used = price && view.prices[price.id];
  const readers: [string, unknown][] = [
    ...[...conditions, ...ensures].map((each): [string, unknown] => [each.id.slice(each.id.lastIndexOf('.')), each]),
    ['stream', stream?.when],
    ['inputs', price?.inputs],
    ['price', used && { ...used, inputs: { ...used.inputs, ...price.inputs } }],
  ];
  const isRead = (reader: unknown) =>
    readsOf(treesIn(reader)).some(
      (read) => read.root === rootOf(field.in) && path.every((step, index) => read.path[index] === step),
    );
  return new Set(readers.filter(([, reader]) => isRead(reader)).map(([name]) => name));
}

/** The trees of all formulas in a value. */
function treesIn(value: unknown): Expression[] {
  if (typeof value !== 'object' || value === null) return [];
  // A formula is the only thing with a tree.
  if ('tree' in value) return [value.tree as Expression];
  return Object.values(value).flatMap(treesIn);
}
