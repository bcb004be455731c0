import { oncePer } from '../common/once-per.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { type Evaluator, evaluatorOf } from '../oracle/evaluate.ts';
import { validatorOf } from '../oracle/schema.ts';
import type { OperationContext } from './domain.ts';
import { createMaterial, type Material } from './minimal.ts';
import { createRequests, type Requests } from './requests.ts';

/** Everything that the requests of one contract are generated from. */
export interface RequestSource {
  readonly evaluator: Evaluator;
  readonly material: Material;
  /** The requests of one of its operations. */
  requests(operation: Operation): Requests;
}

/** The request source of a contract; runs with the same contract and evaluator share it. */
export function requestSourceOf(contract: Contract, evaluator = evaluatorOf(contract)): RequestSource {
  return sourcesOf(contract)(evaluator);
}

/** An operation of a contract, with the tools that generate and evaluate its requests. */
export function operationContextOf(
  { contract, evaluator }: { readonly contract: Contract; readonly evaluator: Evaluator },
  operation: Operation,
): OperationContext {
  const { material, requests } = requestSourceOf(contract, evaluator);
  return { operation, requests: requests(operation), evaluator, material };
}

const sourcesOf = oncePer((contract: Contract) =>
  oncePer((evaluator: Evaluator): RequestSource => {
    const { catalogs } = evaluator;
    const material = createMaterial(contract, validatorOf(contract, catalogs), catalogs);
    const requests = oncePer((operation: Operation) => createRequests(operation, evaluator, material));
    return { evaluator, material, requests };
  }),
);
