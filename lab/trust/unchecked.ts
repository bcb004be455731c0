import { type Contract, readContractSync } from '#conformance/contract/contract.ts';
import { hosts } from '#generated/hosts/index.ts';

/** A stated rule for which the suite has no check. */
export type UncheckedRule = Pick<Contract['rules'][number], 'id' | 'summary' | 'unobservable'>;

/** The rules of all hosts whose reason is `suite`, by id; a rule of several hosts is listed once. */
export function uncheckedRules(): readonly UncheckedRule[] {
  const contracts = Object.keys(hosts).map((host) => readContractSync(`generated/contracts/${host}.json`));
  const unchecked = contracts.flatMap(({ rules }) => rules.filter(({ reason }) => reason === 'suite'));
  return [...new Map(unchecked.map((rule) => [rule.id, rule])).values()].toSorted((one, other) =>
    one.id.localeCompare(other.id),
  );
}
