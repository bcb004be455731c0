/** A check: what it may use, and its outcome. */

import type { Chain } from '../chain/node.ts';
import type { Contract, Operation, Rule } from '../contract/contract.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import type { Control } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { Challenge, Exchange, Invocation, Paid, Sent } from './exchange.ts';
import type { TracedCall } from './trace.ts';

/** The verdict of a check on a rule. */
export type Outcome =
  | {
      readonly verdict: 'pass';
      readonly detail?: string;
      /** Operations that were judged, where the rule is about each of many. */
      readonly operations?: readonly string[];
    }
  | {
      readonly verdict: 'fail';
      readonly detail: string;
      readonly expected?: unknown;
      readonly actual?: unknown;
      /** JSON pointer into the response body. */
      readonly at?: string;
      /** The exchange that shows the failure. */
      readonly exchange?: Exchange;
      /** The calls that led to the failure, where one alone does not show it. */
      readonly sequence?: readonly TracedCall[];
    }
  | { readonly verdict: 'not-testable'; readonly detail: string }
  | {
      readonly verdict: 'error';
      readonly detail: string;
      /** The request after which there was no verdict. */
      readonly sent?: Sent;
    };

/** The levels of a run; each includes those before it. */
export type Level = 'free' | 'paid' | 'controlled';

/** What a check may use. Every request to the target goes through here and is counted, capped and recorded. */
export interface Run {
  readonly contract: Contract;
  readonly target: Target;
  /** The chain that the target settles on, where a node of it is given. */
  readonly chain?: Chain;
  readonly level: Level;
  readonly seed: number;
  readonly evaluator: Evaluator;
  /** Present at level `controlled`. */
  readonly control?: Control;
  /** Present at levels `paid` and `controlled` on x402 hosts. */
  readonly payer?: Wallet;
  readonly other?: Wallet;
  /** A wallet without USDC: enough for every payment that must be refused. */
  readonly unfundedWallet: Wallet;
  /** True when limits may be used up: by option, or at level `controlled`. */
  readonly exhaust: boolean;
  /** True when only verdicts are needed: findings are not shortened. */
  readonly verdictsOnly?: boolean;
  /** Ids of the rules that are judged; absent where that is not known. */
  readonly selected?: ReadonlySet<string>;

  operation(id: string): Operation;
  /** Sends a request without payment; adds the API key on account hosts unless `headers.authorization` is given. */
  send(invocation: Invocation): Promise<Exchange>;
  /** Sends a request without payment and reads its 402; throws `UnexpectedResponse` when the response is no challenge. */
  challenge(invocation: Invocation): Promise<Challenge>;
  /** A new wallet with test funds, whose ledger is empty. Throws `NotTestable` where the target cannot fund wallets. */
  freshPayer(): Promise<Wallet>;
  /**
   * Sends with a freshly signed payment under the spend cap; on account hosts simply sends. Throws `CapReached`, and
   * `NotTestable` where the target says that the wallet has too little USDC.
   *
   * Where only wallets on an allowlist are served, the wallet is added first unless `uninvited`. While settlements are made
   * to fail it throws `PaymentPostponed`, unless `unsettled`: the check does not need the settlement.
   *
   * With `otherNetwork` it pays the offer of another network than the usual one; throws `NotTestable` where the challenge
   * has none that the wallet can pay.
   */
  pay(
    invocation: Invocation,
    options?: {
      readonly wallet?: Wallet;
      readonly concurrent?: number;
      readonly uninvited?: boolean;
      readonly unsettled?: boolean;
      readonly otherNetwork?: boolean;
    },
  ): Promise<Paid>;
  /** Every exchange so far with its operation, for rules that are read off responses. */
  readonly exchanges: readonly {
    readonly operation: string;
    readonly invocation: Invocation;
    readonly exchange: Exchange;
  }[];
  /** Unix time in seconds by the target's clock. */
  now(): Promise<number>;
}

/** How rules of one kind are checked. */
export interface Family {
  readonly kind: Rule['kind'];
  /** True for rules whose check scripts the target, moves its clock or uses up a limit: they run alone, after the others. */
  alone?(rule: Rule, run: Run): boolean;
  /**
   * The area that a check keeps to, although it scripts the target: it calls and scripts operations of this area only, and
   * moves no clock. `undefined` for one that cannot run beside those of other areas.
   */
  area?(rule: Rule, run: Run): string | undefined;
  /** True for rules that are read off all payments of the run, and judged after the last of them. */
  whole?(rule: Rule): boolean;
  /** Checks one rule. Families that judge many rules by the same calls cache within the run. */
  check(rule: Rule, run: Run): Promise<Outcome>;
}
