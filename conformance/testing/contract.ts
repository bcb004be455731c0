import { type Contract, readContract } from '../contract/contract.ts';

const read = new Map<string, Promise<Contract>>();

/** The generated contract of a host, the same object for all tests of a process: they share what is computed from it. */
export function contractOf(host: string): Promise<Contract> {
  const known = read.get(host);
  if (known) return known;
  const contract = readContract(`generated/contracts/${host}.json`);
  read.set(host, contract);
  return contract;
}
