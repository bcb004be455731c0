import type { Json } from '../../../model/types.ts';
import { Candidates } from './candidates.ts';
import type { Schema } from './dialect.ts';
import { isSubset } from './subset.ts';
import type { Side, Universe } from './universe.ts';

export type { Schema } from './dialect.ts';
export { Universe } from './universe.ts';

/** Whether a schema accepts all that another one accepts: proved, refuted by a value, or neither. */
export type Inclusion =
  | { readonly result: 'included' }
  | { readonly result: 'witness'; readonly value: Json }
  | { readonly result: 'unknown'; readonly why: string };

/** Values that a search tries before its answer is `unknown`. */
const maxAttempts = 4000;

/** How a value is searched for that one schema accepts and another one refuses. */
export interface SearchOptions {
  /** A value that the witness should resemble. */
  readonly base?: Json;
  /** Refuses a value that does not serve. */
  readonly suits?: (value: Json) => boolean;
  /** Values to try in place of a proof, where only a witness counts. */
  readonly onlyTry?: number;
}

/** A schema on one side of a comparison. */
export interface Sided {
  readonly side: Side;
  readonly schema: Schema;
}

/**
 * Decides whether `outer` accepts every value that `inner` accepts.
 *
 * A witness is a value that `inner` accepts and `outer` refuses, both tried with a validator.
 */
export function inclusion(inner: Sided, outer: Sided, universe: Universe, options: SearchOptions = {}): Inclusion {
  const [a, b] = [universe.read(inner.side, inner.schema), universe.read(outer.side, outer.schema)];
  const { onlyTry: attempts = maxAttempts } = options;
  const isProven =
    options.onlyTry === undefined &&
    universe.ask(
      () => isSubset(a, b, universe),
      () => false,
    );
  if (isProven) return { result: 'included' };
  return universe.ask<Inclusion>(
    () => {
      const value = findWitness(a, b, universe, { ...options, attempts });
      return value === undefined
        ? { result: 'unknown', why: `no proof, and none of ${attempts} values shows it` }
        : { result: 'witness', value };
    },
    (why) => ({ result: 'unknown', why }),
  );
}

function findWitness(
  a: Schema,
  b: Schema,
  universe: Universe,
  { base, suits = () => true, attempts }: SearchOptions & { readonly attempts: number },
): Json | undefined {
  let tried = 0;
  for (const value of new Candidates(universe).between(a, b, base)) {
    if (++tried > attempts) return undefined;
    if (universe.accepts(a, value) && !universe.accepts(b, value) && suits(value)) return value;
  }
  return undefined;
}
