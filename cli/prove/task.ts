/** Which mutants are tried, and in which order. */

import type { Contract } from '#conformance/contract.ts';
import { mutantsOf } from '#conformance/mutants/all.ts';
import type { Mutant } from '#conformance/mutants/mutant.ts';
import { globOf } from '#conformance/run/select.ts';

/** What is chosen of the mutants of a host. */
export interface Choice {
  /** Rule ids; `*` stands for any text. */
  readonly only?: readonly string[];
  /** How many of them, chosen by the seed; absent means all. */
  readonly sample?: number;
  readonly seed: number;
}

/** The chosen mutants of one contract, in the order of its operators. */
export function chosen(contract: Contract, { only = [], sample, seed }: Choice): readonly Mutant[] {
  const patterns = only.map(globOf);
  const all = mutantsOf(contract).filter(
    ({ rule }) => patterns.length === 0 || patterns.some((pattern) => pattern.test(rule.id)),
  );
  if (sample === undefined || sample >= all.length) return all;
  const drawn = new Set(shuffled(all, seed).slice(0, sample));
  return all.filter((mutant) => drawn.has(mutant));
}

/** The same items in an order that the seed decides (a linear congruential generator and Fisher and Yates). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const mixed = [...items];
  let state = (seed >>> 0) + 1;
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (index + 1);
    const [one, two] = [mixed[index], mixed[other]];
    if (one === undefined || two === undefined) continue;
    mixed[index] = two;
    mixed[other] = one;
  }
  return mixed;
}
