import type { Operation, Rule, Scenario } from '../types.ts';

/** Steps that only the control API can make. */
const controls = ['upstream', 'settlement', 'event', 'advance', 'ledger', 'key', 'fund', 'allow'] as const;

/**
 * The level that an expectation of a scenario needs: that of the steps up to the last one whose result it reads.
 *
 * Reading the ledger changes nothing, so that such a step counts only where the expectation or another of these steps reads it.
 */
export function expectationLevel(
  { steps }: Scenario,
  { when, must }: Scenario['expects'][number],
  operations: readonly Operation[],
): Rule['level'] {
  const until = steps.slice(0, steps.findLastIndex(({ as: name }) => reads([when, must], name)) + 1);
  const needed = until.filter(({ ledger, as: name }) => !ledger || reads([when, must, until], name));
  if (needed.some((step) => controls.some((verb) => step[verb] !== undefined))) return 'controlled';
  const pays = needed.some(({ call, pay }) => {
    const operation = operations.find(({ id }) => id === call);
    return operation !== undefined && operation.auth !== 'none' && (pay !== 'none' || operation.auth === 'key');
  });
  return pays ? 'paid' : 'free';
}

/** True when a formula anywhere in a value reads the result of a name. */
function reads(value: unknown, name: string | undefined): boolean {
  if (typeof value !== 'object' || value === null || name === undefined) return false;
  if ('op' in value && value.op === 'variable') return 'name' in value && value.name === name;
  return Object.values(value).some((inner) => reads(inner, name));
}
