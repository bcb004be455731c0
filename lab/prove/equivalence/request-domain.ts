import { requestSourceOf } from '#conformance/arbitraries/request-source.ts';
import type { Side } from '../apply/contracts.ts';

/** An operation of a contract with the source of its requests. */
export function requestDomain({ contract }: Pick<Side, 'contract'>, id: string | undefined) {
  const operation = contract.operations.find((each) => each.id === id);
  if (!operation) throw new Error(`The contract has no operation "${id}".`);
  const { material, evaluator, requests } = requestSourceOf(contract);
  return { operation, material, evaluator, requests: requests(operation) };
}
