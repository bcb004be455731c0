/** What became of a mutant. */

import type { Level } from '#conformance/check.ts';

/** What a verdict took: no charge at all, a call that was charged, or a look at the ledger. */
export type Tier = 'unpaid' | 'paid' | 'ledger';

/** The end of one mutant: who caught it, why nobody had to, or that nobody did. */
export type Fate =
  | {
      readonly fate: 'killed';
      /** Lowest level at which it was caught. */
      readonly level: Level;
      readonly tier: Tier;
      /** Rule that was named: the mutant's own, or one that shares a statement with it. */
      readonly by: string;
      readonly detail: string;
      /** Other rules that were found broken. */
      readonly also: readonly string[];
    }
  | { readonly fate: 'equivalent'; readonly reason: string }
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
