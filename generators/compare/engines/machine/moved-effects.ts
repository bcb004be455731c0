import type { Machine, Transition } from '../../../model/types.ts';

/** An effect that some transitions of a machine no longer have and others have now. */
export interface MovedEffect {
  readonly effect: string;
  /** The transitions that had it, as they were. */
  readonly from: readonly Transition[];
  /** The transitions that have it now. */
  readonly to: readonly Transition[];
}

/** Finds the effects that moved between transitions that both releases of a machine have. */
export function movedEffects(before: Machine, after: Machine): readonly MovedEffect[] {
  const kept = before.transitions.flatMap((was) => {
    const is = after.transitions.find(({ id }) => id === was.id);
    return is ? [{ was, is }] : [];
  });
  const effects = new Set(kept.flatMap(({ was }) => was.effects));
  return [...effects].flatMap((effect) => {
    const from = kept.flatMap(({ was, is }) => (hasOnly(was, is, effect) ? [was] : []));
    const to = kept.flatMap(({ was, is }) => (hasOnly(is, was, effect) ? [is] : []));
    return from.length > 0 && to.length > 0 ? [{ effect, from, to }] : [];
  });
}

function hasOnly(one: Transition, other: Transition, effect: string): boolean {
  return one.effects.includes(effect) && !other.effects.includes(effect);
}
