/** Fields that several operations have alike: their rules share near misses. */

import { typeOf } from '../arbitraries/minimal.ts';
import { sitesOf } from '../arbitraries/route.ts';
import type { RunSettings } from '../check/run.ts';
import { oncePer } from '../common/once-per.ts';
import type { Rule } from '../contract/contract.ts';
import { constraintOf, type RequestConstraint } from './constraint.ts';

/** Near misses that each of several twins sends. */
const own = 2;

/**
 * The near misses of a rule that it sends itself: the first ones, and of the others those that are its turn.
 *
 * The same keyword of the same field is usually checked by the same code, so that each further near miss is sent for one
 * of the operations that have the field. A rule that a run judges alone sends all.
 */
export function ownShare<T>(misses: readonly T[], { rule, run }: RequestConstraint): readonly T[] {
  const twins = twinsIn(run).get(rule.id) ?? [rule.id];
  const turn = twins.indexOf(rule.id);
  return misses.filter((_, index) => index < own || index % twins.length === turn);
}

/** Types without parts. */
const scalars: readonly string[] = ['string', 'integer', 'number', 'boolean'];

/** The rules of a run that are twins, by each of their ids. */
const twinsIn = oncePer((run: RunSettings): ReadonlyMap<string, readonly string[]> => {
  // A target may offer fewer operations than there are rules about.
  const offered = new Set(run.contract.operations.map(({ id }) => id));
  const judged = run.contract.rules.filter(
    ({ id, kind, tier, level, operation = '' }) =>
      kind === 'request' &&
      tier !== 'none' &&
      offered.has(operation) &&
      run.selected?.has(id) &&
      (run.level !== 'free' || level === 'free'),
  );
  const groups = Map.groupBy(judged, (rule) => likenessOf(rule, run) ?? rule.id).values();
  return new Map(
    [...groups].flatMap((group) => {
      const ids = group.map(({ id }) => id);
      return ids.map((id) => [id, ids] as const);
    }),
  );
});

/** Equal for the rules of twins, which are rules of different operations. */
function likenessOf(rule: Rule, run: RunSettings): string | undefined {
  const constraint = constraintOf(rule, run);
  if (!constraint) return undefined;
  const { context, part, schema, path, keyword } = constraint;
  const sites = sitesOf(schema, path, context.material);
  const types = sites.map(({ shape }) => typeOf(shape));
  // Any text, number or flag is read alike, whatever its name and its other keywords.
  if (keyword === 'type' && types.every((type) => scalars.includes(type)))
    return JSON.stringify([part === 'body', types, sites.map(({ optional }) => optional)]);
  const shapes = sites.map(({ shape: { description: _, ...shape }, optional }) => [shape, optional]);
  return JSON.stringify([part === 'body', path, keyword, shapes]);
}
