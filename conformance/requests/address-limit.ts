import type { Contract, Limit, Operation } from '../contract/contract.ts';

/** The documented rate limit of an operation per IP address; all requests of the suite share it. */
export function addressLimitOf({ limits }: Pick<Contract, 'limits'>, { id }: Operation): Limit | undefined {
  return limits.find(({ key, operations }) => key === 'ip' && operations.includes(id));
}
