/** Mutants that the documents let be: the trial got from them what a deployment may answer. */

import type { Contract } from '#conformance/contract.ts';
import { fieldsOf, isFields } from '#conformance/json.ts';
import type { Mutant } from '#conformance/mutants/mutant.ts';

/** Why a mutant that no check named answers nothing that the documents forbid; `undefined` where it does. */
export function undecidable(contract: Contract, { rule }: Mutant): string | undefined {
  const operation = contract.operations.find(({ id }) => id === rule.operation);
  if (!operation) return undefined;
  const refusals = operation.errors.map((id) => contract.errors[id]?.http);
  const { schema } = rule;
  const [name] = schema?.path ?? [];
  if (
    rule.kind !== 'request' ||
    !schema ||
    name === undefined ||
    !refusals.some((http) => http === 403 || http === 404)
  )
    return undefined;
  return isMade(contract, operation.id, schema.in, name)
    ? 'What a request names may be looked for before it is validated, and what is let in here names nothing.'
    : undefined;
}

/** True for a field that stories fill from an earlier answer: it names what was made there. */
function isMade({ scenarios }: Contract, operation: string, part: string, name: string): boolean {
  const steps = scenarios.flatMap((scenario) => scenario.steps).filter(({ call }) => call === operation);
  return steps.some((step) => isFields(fieldsOf(fieldsOf(step.with)[part])[name]));
}
