/** A mutant: a contract with one change, and the rule that a gateway with this contract breaks. */

import type { Contract, Rule } from '#conformance/contract/contract.ts';

/** One changed contract. */
export interface Mutant {
  /** `<rule>/<operator>`, with a number where an operator changes a rule in several ways; the same in every run. */
  readonly id: string;
  readonly operator: string;
  /** Rule that a finding has to name. */
  readonly rule: Rule;
  /** Other rules that read what was changed, so that any of them may be named. */
  readonly others?: readonly Rule[];
  /** The change, as a sentence. */
  readonly description: string;
  readonly contract: Contract;
  /** The contract with no value in the changed place: a formula that agrees with it does not read that place. */
  readonly unread?: Contract;
}

/** One change of an operator; its id follows from it. */
export interface Change {
  readonly rule: Rule;
  readonly others?: readonly Rule[];
  readonly description: string;
  readonly contract: Contract;
  readonly unread?: Contract;
}

/** One way to change a contract, wherever it can be applied. */
export interface Operator {
  readonly name: string;
  changes(contract: Contract): Iterable<Change>;
}
