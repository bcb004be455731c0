import { once } from '../../common/once.ts';
import type { Operation, Rule, Scenario } from '../types.ts';

/** Steps that only the control API can make. */
const controls = ['upstream', 'settlement', 'event', 'advance', 'ledger', 'key', 'fund', 'allow'] as const;

/** An expectation of a scenario. */
type Expected = Scenario['expects'][number];

/**
 * The level that an expectation of a scenario needs: that of the steps up to the last one whose result it reads.
 *
 * Reading the ledger changes nothing, so that such a step counts only where the expectation or another of these steps reads it.
 */
export function expectationLevel(
  { steps }: Scenario,
  { when, must }: Expected,
  operations: readonly Operation[],
): Rule['level'] {
  const isRead = (name: string | undefined, parts: readonly object[]) =>
    name !== undefined && parts.some((part) => variablesIn(part).has(name));
  const own = when ? [when, must] : [must];
  const until = steps.slice(0, steps.findLastIndex(({ as: name }) => isRead(name, own)) + 1);
  const needed = until.filter(({ ledger, as: name }) => !ledger || isRead(name, [...own, ...until]));
  if (needed.some((step) => controls.some((verb) => step[verb] !== undefined))) return 'controlled';
  const pays = needed.some(({ call, pay }) => {
    const auth = operations.find(({ id }) => id === call)?.auth;
    return auth !== undefined && auth !== 'none' && (pay !== 'none' || auth === 'key');
  });
  return pays ? 'paid' : 'free';
}

/** The names of the variables that a formula reads, or all formulas of a step. */
const variablesIn = once((value: object): ReadonlySet<string> => {
  const names = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    if (!('op' in inner) || inner.op !== 'variable') Object.values(inner).forEach(visit);
    else if ('name' in inner) names.add(String(inner.name));
  };
  visit(value);
  return names;
});
