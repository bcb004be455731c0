import { alignParams, type Matched, matchOperations } from './matching.ts';
import { meansSame } from './meaning.ts';
import { innerThings } from './operation-listing.ts';
import { differingSchemas } from './schemas.ts';
import type { ComparedOperation, ComparedView } from './side.ts';
import type { Thing } from './things.ts';

/** An operation in two releases that may differ, with what is in its requests and responses. */
export interface OperationPair {
  readonly before: ComparedOperation;
  readonly after: ComparedOperation;
  readonly old: readonly Thing[];
  readonly now: readonly Thing[];
}

/** The operations of two views of a host: those that may differ, and those that only one has. */
export interface OperationPairs extends Pick<Matched<ComparedOperation>, 'added' | 'removed'> {
  readonly pairs: readonly OperationPair[];
}

/** Pairs the operations of two views, and leaves out those that are the same with all that they refer to. */
export function pairOperations(before: ComparedView, after: ComparedView): OperationPairs {
  const { kept, added, removed } = matchOperations(before.operations, after.operations);
  const touched = differingSchemas(before, after);
  const differing = kept.filter(([one, other]) => !meansSame(one, other) || touched(one));
  const pairs = differing.map(([one, other]) => ({
    before: one,
    after: other,
    old: innerThings(one, before, one.id),
    now: innerThings(alignParams(one, other), after, one.id),
  }));
  return { pairs, added, removed };
}
