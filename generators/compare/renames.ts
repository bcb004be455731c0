import { withOlderNames } from './fields/align.ts';
import { type RenamedThing, renamedFields } from './fields/renamed.ts';
import type { DifferingThing } from './judge.ts';
import type { Context } from './kind.ts';
import { alignParams, matchOperations } from './matching.ts';
import { meansSame } from './meaning.ts';
import { innerThings } from './operation-listing.ts';
import { differingSchemas } from './schemas.ts';
import type { ComparedOperation, ComparedView } from './side.ts';
import type { Thing } from './things.ts';
import type { RenamedField } from './witness.ts';

/** A host whose newer view has renamed fields under their older names, and these fields as differing things. */
export interface AlignedHost {
  readonly after: ComparedView;
  readonly context: Context;
  readonly renames: readonly DifferingThing[];
}

/** Finds fields of requests that were renamed on a host, so that nothing else is said of what follows from their names. */
export function withRenames(before: ComparedView, newer: ComparedView, context: Context): AlignedHost {
  const none = { after: newer, context, renames: [] };
  const touched = differingSchemas(before, newer);
  const found = matchOperations(before.operations, newer.operations).kept.flatMap(([one, other]) => {
    if (meansSame(one, other) && !touched(one)) return [];
    const [old, now] = [innerThings(one, before, one.id), innerThings(alignParams(one, other), newer, one.id)];
    const own = renamedFields(
      { operation: one, view: before, things: old },
      { operation: other, view: newer, things: now },
    );
    return own.length > 0 ? [{ one, other, old, now, own }] : [];
  });
  if (found.length === 0 || !context.host) return none;

  const renamed = new Map(
    found.flatMap(({ one, other, own }) => {
      const fields = own.map(fieldOf);
      return [[one.id, fields] as const, [other.id, fields] as const];
    }),
  );
  const after = withOlderNames(newer, renamed);
  if (!after) return none;
  const renames = found.flatMap(({ one, other, old, now, own }) =>
    own.map((each) => renameOf(each, old, now, { ...context, operation: { before: one, after: other } })),
  );
  return { after, context: { ...context, host: { ...context.host, after, renamed } }, renames };
}

function fieldOf({ before, after }: RenamedThing): RenamedField {
  const { in: part, path } = before.value;
  // Parts in which fields are known by their names.
  return { in: part as RenamedField['in'], path, name: after.value.path.at(-1) ?? '' };
}

/** A renamed field with the rules of all that is inside it. */
function renameOf(
  { before, after }: RenamedThing,
  old: readonly Thing[],
  now: readonly Thing[],
  context: Context & { readonly operation: { readonly before: ComparedOperation } },
): DifferingThing {
  const whole = (thing: Thing, all: readonly Thing[]): Thing => ({
    ...thing,
    rules: () => all.flatMap(({ id, rules }) => (id === thing.id || id.startsWith(`${thing.id}.`) ? rules() : [])),
  });
  const [was, is] = [whole(before, old), whole(after, now)];
  return { thing: is, before: was, after: is, context, parts: ['name'] };
}
