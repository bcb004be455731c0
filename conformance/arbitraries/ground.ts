import { oncePer } from '../check/once-per.ts';
import type { Contract, Operation } from '../contract/contract.ts';
import { type Evaluator, evaluatorOf } from '../oracle/evaluate.ts';
import { judgeOf } from '../oracle/schema.ts';
import { createMaterial, type Material } from './minimal.ts';
import { createRequests, type Requests } from './requests.ts';

/** What requests by one contract are made from. */
export interface Ground {
  readonly evaluator: Evaluator;
  readonly material: Material;
  /** What is known of the requests of one of its operations. */
  requests(operation: Operation): Requests;
}

/** The ground of a contract; runs that judge by the same contract and evaluator share it. */
export function groundOf(contract: Contract, evaluator = evaluatorOf(contract)): Ground {
  return groundsOf(contract)(evaluator);
}

const groundsOf = oncePer((contract: Contract) =>
  oncePer((evaluator: Evaluator): Ground => {
    const { catalogs } = evaluator;
    const material = createMaterial(contract, judgeOf(contract, catalogs), catalogs);
    const requests = oncePer((operation: Operation) => createRequests(operation, evaluator, material));
    return { evaluator, material, requests };
  }),
);
