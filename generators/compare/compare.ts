import { onlyDiffering, withoutCommonStatements } from './apart.ts';
import type { Change, Equivalence } from './change.ts';
import { comparableSides } from './comparable.ts';
import { withOpenSteps } from './fields/open-steps.ts';
import { type DifferingThing, differing, judge, type Results } from './judge.ts';
import type { Context } from './kind.ts';
import { hostThings, wholeThings } from './listing.ts';
import { match, matchThings, outermost } from './matching.ts';
import { mergeResults } from './merge.ts';
import { operationThing } from './operation-listing.ts';
import { withRenames } from './renames.ts';
import { compareRules } from './rules.ts';
import type { ComparedView, Side } from './side.ts';
import type { Thing } from './things.ts';

/** The differences between two releases, and the ones that only look like differences. */
export interface Comparison {
  readonly changes: readonly Change[];
  readonly equivalences: readonly Equivalence[];
}

/** Compares two releases by meaning. */
export function compare(older: Side, newer: Side): Comparison {
  const { before, after, readable } = comparableSides(older)(newer);
  const results: Results = { changes: [], equivalences: [] };
  judge([...differencesOf(before, after)], results);
  compareRules({ before, after }, results);
  const { changes, equivalences } = mergeResults(results);
  return { changes: changes.map(readable), equivalences };
}

function* differencesOf(before: Side, after: Side): Generator<DifferingThing> {
  const [was, is] = withoutCommonStatements(before.release, after.release);
  yield* inPairs(wholeThings(was), wholeThings(is), { before, after });
  for (const [one, other] of match(before.release.hosts, after.release.hosts, ({ host }) => host.id).kept) {
    // Of a host that is retired there is nothing else to say.
    if ((one.host.auth === 'none') !== (other.host.auth === 'none')) continue;
    yield* onHost(one, other, { before, after, host: { id: other.host.id, before: one, after: other } });
  }
}

function* onHost(before: ComparedView, newer: ComparedView, given: Context): Generator<DifferingThing> {
  const aligned = withRenames(before, newer, given);
  const { after, renames, pairs, added, removed, operationsOf } = aligned;
  const { host } = aligned.context;
  const context = { ...aligned.context, ...(host && { host: { ...host, operationsOf } }) };
  yield* renames;
  const [was, is] = onlyDiffering(before, after);
  yield* inPairs(hostThings(was), hostThings(is), context);
  const things = (operations: typeof added): Thing[] => operations.map((each) => operationThing(each, each.id));
  yield* inPairs(things(removed), things(added), context);
  for (const operation of pairs) {
    const { before: one, after: other, further = [] } = operation;
    yield* inPairs([operationThing(one, one.id)], [operationThing(other, one.id)], { ...context, operation });
    for (const each of [operation, ...further]) {
      const { old, now } = each;
      yield* inPairs(withOpenSteps(old, now), withOpenSteps(now, old), { ...context, operation: each });
    }
  }
}

function* inPairs(before: readonly Thing[], after: readonly Thing[], context: Context): Generator<DifferingThing> {
  const { kept, added, removed } = matchThings(before, after);
  for (const [one, other] of kept) yield* differing(one, other, context);
  for (const thing of outermost(removed)) yield* differing(thing, undefined, context);
  for (const thing of outermost(added)) yield* differing(undefined, thing, context);
}
