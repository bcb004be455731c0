import { withOlderNames } from './fields/align.ts';
import { type RenamedThing, renamedFields } from './fields/renamed.ts';
import type { DifferingThing } from './judge.ts';
import type { Context } from './kind.ts';
import { type OperationPair, type OperationPairs, pairOperations } from './operation-pairs.ts';
import type { ComparedView } from './side.ts';
import type { Thing } from './things.ts';
import type { RenamedField } from './witness.ts';

/** A host whose newer view has renamed fields under their older names, and these fields as differing things. */
export interface AlignedHost extends OperationPairs {
  readonly after: ComparedView;
  readonly context: Context;
  readonly renames: readonly DifferingThing[];
}

/** Finds fields of requests that were renamed on a host, so that nothing else is said of what follows from their names. */
export function withRenames(before: ComparedView, newer: ComparedView, context: Context): AlignedHost {
  const written = pairOperations(before, newer);
  const found = written.pairs.flatMap((pair) => {
    const [was, is] = [
      { operation: pair.before, view: before, things: pair.old },
      { operation: pair.after, view: newer, things: pair.now },
    ];
    const own = renamedFields(was, is);
    return own.length > 0 ? [{ pair, own }] : [];
  });
  const renamed = new Map(
    found.flatMap(({ pair, own }) => [pair.before.id, pair.after.id].map((id) => [id, own.map(fieldOf)] as const)),
  );
  const after = found.length > 0 ? withOlderNames(newer, renamed) : undefined;
  if (!after || !context.host) return { ...written, after: newer, context, renames: [] };
  return {
    ...pairOperations(before, after),
    after,
    context: { ...context, host: { ...context.host, after, renamed } },
    renames: found.flatMap(({ pair, own }) => own.map((each) => renameOf(each, pair, context))),
  };
}

function fieldOf({ before, after }: RenamedThing): RenamedField {
  const { in: part, path } = before.value;
  // Parts in which fields are known by their names.
  return { in: part as RenamedField['in'], path, name: after.value.path.at(-1) ?? '' };
}

/** A renamed field with the rules of all that is inside it. */
function renameOf({ before, after }: RenamedThing, operation: OperationPair, context: Context): DifferingThing {
  const whole = (thing: Thing, all: readonly Thing[]): Thing => ({
    ...thing,
    rules: () => all.flatMap(({ id, rules }) => (id === thing.id || id.startsWith(`${thing.id}.`) ? rules() : [])),
  });
  const [was, is] = [whole(before, operation.old), whole(after, operation.now)];
  return { thing: is, before: was, after: is, context: { ...context, operation }, parts: ['name'] };
}
