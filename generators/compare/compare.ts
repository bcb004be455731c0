import { onlyDiffering } from './apart.ts';
import type { Change, Equivalence } from './change.ts';
import { withOpenSteps } from './fields/open-steps.ts';
import { compareThings, type Results } from './judge.ts';
import type { Context } from './kind.ts';
import { hostThings, wholeThings } from './listing.ts';
import { alignParams, match, matchOperations, matchThings } from './matching.ts';
import { meansSame } from './meaning.ts';
import { mergeHosts } from './merge.ts';
import { innerThings, operationThing } from './operation-listing.ts';
import { compareRules } from './rules.ts';
import { differingSchemas } from './schemas.ts';
import type { ComparedView, Side } from './side.ts';
import type { Thing } from './things.ts';

/** What is different between two releases, and what only looks different. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly equivalences: readonly Equivalence[];
}

/** Compares two releases by meaning. */
export function compare(before: Side, after: Side): Comparison {
  const results: Results = { changes: [], equivalences: [] };
  compareAll(wholeThings(before.release), wholeThings(after.release), { before, after }, results);
  for (const [one, other] of match(before.release.hosts, after.release.hosts, ({ host }) => host.id).kept) {
    // Of a host that is retired there is nothing else to say.
    if ((one.host.auth === 'none') !== (other.host.auth === 'none')) continue;
    compareHost(one, other, { before, after, host: { id: other.host.id, before: one, after: other } }, results);
  }
  compareRules({ before, after }, results);
  return mergeHosts(results);
}

function compareHost(before: ComparedView, after: ComparedView, context: Context, results: Results): void {
  const [was, is] = onlyDiffering(before, after);
  compareAll(hostThings(was), hostThings(is), context, results);
  const { kept, added, removed } = matchOperations(before.operations, after.operations);
  const things = (operations: typeof added): Thing[] => operations.map((each) => operationThing(each, each.id));
  compareAll(things(removed), things(added), context, results);

  const touched = differingSchemas(before, after);
  for (const [one, other] of kept) {
    if (meansSame(one, other) && !touched(one)) continue;
    const inner: Context = { ...context, operation: { before: one, after: other } };
    compareAll([operationThing(one, one.id)], [operationThing(other, one.id)], inner, results);
    const [old, now] = [innerThings(one, before, one.id), innerThings(alignParams(one, other), after, one.id)];
    compareAll(withOpenSteps(old, now), withOpenSteps(now, old), inner, results);
  }
}

function compareAll(before: readonly Thing[], after: readonly Thing[], context: Context, results: Results): void {
  const { kept, added, removed } = matchThings(before, after);
  for (const [one, other] of kept) compareThings(one, other, context, results);
  for (const thing of outermost(removed)) compareThings(thing, undefined, context, results);
  for (const thing of outermost(added)) compareThings(undefined, thing, context, results);
}

/** Things that do not stand within others of the same list: what is in an added object is not added once more. */
function outermost(things: readonly Thing[]): readonly Thing[] {
  const ids = new Set(things.map(({ id }) => id));
  return things.filter(({ id }) => {
    const steps = id.split('.');
    return !steps.some((_, index) => index > 0 && ids.has(steps.slice(0, index).join('.')));
  });
}
