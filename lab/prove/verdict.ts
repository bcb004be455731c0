/** Verdict of the proof on a mutant. */

import type { Level } from '#conformance/check/run.ts';

/** The cost of killing a mutant: no charged call, a charged call, or reading the ledger. */
export type Tier = 'unpaid' | 'paid' | 'ledger';

/** A mutant that need not be killed, with the reason. */
export interface Excuse {
  /**
   * `equivalent`: no client can distinguish it from the right gateway. `open`: the documents allow a deployment to be
   * so. `unobservable`: no black-box run can see it.
   */
  readonly verdict: 'equivalent' | 'open' | 'unobservable';
  readonly reason: string;
}

/** A mutant that the suite caught, with the finding that names it. */
export interface Kill {
  readonly verdict: 'killed';
  /** Lowest level at which it was caught. */
  readonly level: Level;
  readonly tier: Tier;
  /** Rule that was named: the mutant's own, one that reads the same, or one that shares a statement with it. */
  readonly by: string;
  readonly detail: string;
  /** Other rules that failed. */
  readonly also: readonly string[];
}

/** A mutant that the suite did not catch, although it should. */
export interface Survivor {
  readonly verdict: 'survived';
  readonly detail: string;
  /** Rules that failed without naming it. */
  readonly also: readonly string[];
}

/** The outcome of one mutant. */
export type Outcome = Kill | Survivor | Excuse;

/** A mutant with its outcome. Plain JSON. */
export interface Verdict {
  readonly host: string;
  readonly id: string;
  readonly operator: string;
  readonly rule: string;
  readonly description: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}
