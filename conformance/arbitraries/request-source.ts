import { oncePer } from '../check/once-per.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { type Evaluator, evaluatorOf } from '../oracle/evaluate.ts';
import { validatorOf } from '../oracle/schema.ts';
import { createMaterial, type Material } from './minimal.ts';
import { createRequests, type Requests } from './requests.ts';

/** What requests by one contract are made from. */
export interface RequestSource {
  readonly evaluator: Evaluator;
  readonly material: Material;
  /** What is known of the requests of one of its operations. */
  requests(operation: Operation): Requests;
}

/** The ground of a contract; runs that judge by the same contract and evaluator share it. */
export function requestSourceOf(contract: Contract, evaluator = evaluatorOf(contract)): RequestSource {
  return sourcesOf(contract)(evaluator);
}

const sourcesOf = oncePer((contract: Contract) =>
  oncePer((evaluator: Evaluator): RequestSource => {
    const { catalogs } = evaluator;
    const material = createMaterial(contract, validatorOf(contract, catalogs), catalogs);
    const requests = oncePer((operation: Operation) => createRequests(operation, evaluator, material));
    return { evaluator, material, requests };
  }),
);
