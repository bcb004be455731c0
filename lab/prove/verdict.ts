/** What became of a mutant. */

import type { Level } from '#conformance/check/check.ts';

/** What a verdict took: no charge at all, a call that was charged, or a look at the ledger. */
export type Tier = 'unpaid' | 'paid' | 'ledger';

/** Why a mutant need not be caught. */
export interface Excused {
  /** Nobody can tell it from the right gateway, the documents let a deployment be so, or no black-box run sees it. */
  readonly fate: 'equivalent' | 'open' | 'unobservable';
  readonly reason: string;
}

/** Who caught a mutant. */
export interface Killed {
  readonly fate: 'killed';
  /** Lowest level at which it was caught. */
  readonly level: Level;
  readonly tier: Tier;
  /** Rule that was named: the mutant's own, one that reads the same, or one that shares a statement with it. */
  readonly by: string;
  readonly detail: string;
  /** Other rules that were found broken. */
  readonly also: readonly string[];
}

/** The end of one mutant: who caught it, why nobody had to, or that nobody did. */
export type Fate =
  | Killed
  | Excused
  | { readonly fate: 'survived'; readonly detail: string; readonly also: readonly string[] };

/** A mutant with its end. Plain JSON. */
export interface Verdict {
  readonly host: string;
  readonly id: string;
  readonly operator: string;
  readonly rule: string;
  readonly description: string;
  readonly fate: Fate;
  readonly seconds: number;
}
