/** Finds mutants that the documents leave open: the trial saw only responses that a deployment may send. */

import { isObject } from '@tollwright/runtime/values/json';
import { fieldsOf } from '#conformance/common/json.ts';
import type { Contract, JsonSchema, Operation } from '#conformance/contract/contract.ts';
import { createShapes, propertiesOf } from '#conformance/oracle/shapes.ts';
import type { Mutant } from '#lab/mutants/mutant.ts';

/** Why a mutant that no check found returns only responses that the documents allow; `undefined` if it does not. */
export function leftOpen(contract: Contract, { rule }: Mutant): string | undefined {
  // The check found that it follows the other document, or could not tell which one.
  if (rule.status === 'conflict') {
    return 'The documents contradict each other here, and the mutant may keep to another side.';
  }
  const operation = contract.operations.find(({ id }) => id === rule.operation);
  if (!operation) return undefined;
  if (rule.kind === 'operation') {
    return leadsAnywhere(contract, operation)
      ? undefined
      : 'The documents name no resource under its path, so that every call may return 404.';
  }
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
    ? 'A gateway may look the named resource up before it validates, and the invalid value that is accepted names none.'
    : undefined;
}

/** False if the documents name no resource of a path, and a missing resource gets the status of an unknown path. */
function leadsAnywhere(contract: Contract, { params, errors }: Operation): boolean {
  if (!params || !errors.some((id) => contract.errors[id]?.http === 404)) return true;
  const shapes = createShapes(contract);
  const isGiven = ({ enum: members, const: constant, catalog }: JsonSchema) => {
    if (typeof catalog !== 'string') return members !== undefined || constant !== undefined;
    return contract.catalogs[catalog]?.entries.some(({ status }) => status === 'stated' || status === 'derived');
  };
  return shapes(params)
    .flatMap((shape) => Object.values(propertiesOf(shape)))
    .flatMap(shapes)
    .every(isGiven);
}

/** True for a field that scenarios fill from an earlier response: it names what was made there. */
function isMade({ scenarios }: Contract, operation: string, part: string, name: string): boolean {
  const steps = scenarios.flatMap((scenario) => scenario.steps).filter(({ call }) => call === operation);
  return steps.some((step) => isObject(fieldsOf(fieldsOf(step.with)[part])[name]));
}
