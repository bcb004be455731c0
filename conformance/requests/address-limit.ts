import type { Contract, Limit, Operation } from '../contract/contract.ts';

/** The documented limit on how often one address may call an operation; the suite shares it with all that it asks. */
export function addressLimitOf({ limits }: Pick<Contract, 'limits'>, { id }: Operation): Limit | undefined {
  return limits.find(({ key, operations }) => key === 'ip' && operations.includes(id));
}
