/** Calls that show every value of some fields, and every pair of values of two of them. */

import type { Invocation } from '../http/exchange.ts';
import type { FieldPath } from '../oracle/reads.ts';
import { readField } from './fields.ts';
import { shuffled } from './sampling.ts';

/** How many calls are chosen. */
export interface CoveringOptions {
  /** Orders the calls that show nothing new. */
  readonly seed: number;
  /** The number of calls up to which further ones are added although they show nothing new. */
  readonly most: number;
}

/**
 * Chooses calls: first each that shows a value of a field for the first time, then each that shows a pair of values
 * of two fields for the first time, then others.
 *
 * A table of two keys is thereby read in every cell, whatever the seed.
 */
export function covering(
  calls: readonly Invocation[],
  fields: readonly FieldPath[],
  { seed, most }: CoveringOptions,
): readonly Invocation[] {
  const values = new Map(calls.map((call) => [call, shownBy(call, fields)]));
  const chosen = new Set<Invocation>();
  const seen = new Set<string>();
  for (const showsOf of [singles, pairs]) {
    for (const [call, shown] of values) {
      const keys = showsOf(shown);
      if (keys.every((key) => seen.has(key))) continue;
      for (const key of keys) seen.add(key);
      chosen.add(call);
    }
  }
  const rest = chosen.size < most ? shuffled(calls, seed).filter((call) => !chosen.has(call)) : [];
  return [...chosen, ...rest.slice(0, Math.max(0, most - chosen.size))];
}

/** The calls of a side, and further ones for the values of fields that none of these shows. */
export interface SideOptions {
  readonly isOnSide: (call: Invocation) => boolean;
  /** True for a call that something else keeps from the side. */
  readonly isNear: (call: Invocation) => boolean;
  /** Changes other fields of a call; `undefined` where that fails. */
  readonly repair: (call: Invocation) => Invocation | undefined;
}

/** The number of calls that are repaired; a repair takes as long as a hundred other calls. */
const mostRepaired = 100;

/** The calls on one side, with repaired ones for each value of a field that no call there shows. */
export function sideOf(
  calls: readonly Invocation[],
  fields: readonly FieldPath[],
  { isOnSide, isNear, repair }: SideOptions,
): readonly Invocation[] {
  const found = calls.filter(isOnSide);
  const seen = new Set(found.flatMap((call) => singles(shownBy(call, fields))));
  const isUnseen = (call: Invocation) => singles(shownBy(call, fields)).some((key) => !seen.has(key));
  const repaired = calls
    .values()
    .filter((call) => isUnseen(call) && isNear(call))
    .take(mostRepaired)
    .map(repair);
  return [...found, ...repaired.filter((call) => call !== undefined).filter(isOnSide)];
}

function shownBy(call: Invocation, fields: readonly FieldPath[]): readonly (string | undefined)[] {
  return fields.map((field) => JSON.stringify(readField(call, field)));
}

function singles(shown: readonly (string | undefined)[]): readonly string[] {
  return shown.map((value, index) => `${index} ${value}`);
}

function pairs(shown: readonly (string | undefined)[]): readonly string[] {
  const keys = singles(shown);
  return keys.flatMap((key, index) => keys.slice(index + 1).map((other) => `${key}, ${other}`));
}
