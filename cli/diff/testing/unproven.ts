import type { Change } from '#generators/compare/change.ts';
import type { Side } from '#generators/compare/side.ts';
import { holds, isRefused } from '../verify.ts';

/** Whom changes are said to break without a proof that holds, as `<reader> <kind> <subject>`. */
export function unproven(changes: readonly Change[], before: Side, after: Side): string[] {
  return changes.flatMap(({ kind, subject, levels, witness, lostRule }) => {
    const isShown = witness !== undefined && holds(witness, before, after);
    const isGone = lostRule !== undefined && isRefused(lostRule, before, after);
    const proofs = { callers: isShown, operators: isShown, suite: isGone };
    return (['callers', 'operators', 'suite'] as const)
      .filter((reader) => levels[reader] === 'breaking' && !proofs[reader])
      .map((reader) => `${reader} ${kind} ${subject}`);
  });
}
