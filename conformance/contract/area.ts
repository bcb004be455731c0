import type { Contract } from './host.ts';
import type { Rule } from './rule.ts';

/**
 * The operations that a rule is about, the main one first.
 *
 * A rule of its own operation is about that one, a scenario about those it calls, and a transition or invariant about
 * those whose jobs the machine describes. A rule about every call has none.
 */
export function operationsOf(rule: Rule, contract: Contract): readonly string[] {
  if (rule.operation !== undefined) return [rule.operation];
  const { subject = '' } = rule;
  if (rule.kind === 'scenario') {
    const scenario = contract.scenarios.find(({ id }) => id === subject);
    return [...new Set(scenario?.steps.flatMap((step) => ('call' in step ? (step.call ?? []) : [])))];
  }
  const [machine] = subject.split('.');
  return contract.operations.flatMap((operation) => (operation.machine?.id === machine ? operation.id : []));
}

/** The areas that a rule is about: those of its operations, else the one that its id begins with, else its kind. */
export function areasOf(rule: Rule, contract: Contract): readonly string[] {
  const own = operationsOf(rule, contract);
  const areas = own.flatMap((id) => contract.operations.find((operation) => operation.id === id)?.area ?? []);
  if (areas.length > 0) return [...new Set(areas)];
  const prefix = rule.id.split('.')[0];
  return [contract.operations.some(({ area }) => area === prefix) && prefix !== undefined ? prefix : rule.kind];
}

/** The area under which a rule is reported. */
export function areaOf(rule: Rule, contract: Contract): string {
  return areasOf(rule, contract)[0] ?? rule.kind;
}
