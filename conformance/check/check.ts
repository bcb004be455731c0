/** What a check is, what it may use and what it answers. */

import type { Contract, Operation, Rule } from '../contract/contract.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import type { Control } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import type { Wallet } from '../wallet/wallet.ts';
import type { TracedCall } from './trace.ts';

/** A request as the suite sends it. `path` starts with `/`. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Names of headers as they travel, by their lower-case form, where that is another. */
  readonly spelling?: Readonly<Record<string, string>>;
  /** Exact text of the body. */
  readonly body?: string;
  /** Fields of a form in place of a body, in order; a data URI goes as a file. */
  readonly form?: readonly (readonly [name: string, value: string])[];
  /** Seconds that the answer may take, where that is longer than usual. */
  readonly patience?: number;
}

/** An answer as it came. Header names are lower-case. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Every header as it came: in order, in its own case, repeated ones each. */
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  readonly text: string;
  /** Parsed body; `undefined` when it is not JSON. */
  readonly json: unknown;
  /** Server-sent events, when the answer is a stream. */
  readonly events: readonly { readonly event?: string; readonly data: string; readonly json: unknown }[];
  /** True when the connection broke off before the body ended. */
  readonly cut: boolean;
}

export interface Exchange {
  readonly sent: Sent;
  readonly received: Received;
}

/** What is called and with which values; the run turns it into a request for its target. */
export interface Invocation {
  readonly operation: Operation;
  /** In place of the operation's own method: one that nothing is served by. */
  readonly method?: string;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Exact body text instead of `body`, for bodies that are not JSON. */
  readonly raw?: { readonly text: string; readonly contentType: string };
  /** Path and query in place of the operation's own, such as a `poll_url`. */
  readonly url?: string;
  /** True for one of many that were sent at once with one payment: its answer may be about a call that is still under way. */
  readonly raced?: true;
}

/** A payment that was made: what was signed, and the header that carries it. */
export interface Paid extends Exchange {
  readonly challenge: Challenge;
  /** The value of `PAYMENT-SIGNATURE`, so that it can be sent again; empty on account hosts. */
  readonly header: string;
  /** Every answer to this payment: one, or as many as it was sent at once (`concurrent`). */
  readonly all: readonly Exchange[];
}

/** A 402 body, as far as the suite reads it. */
export interface Challenge {
  readonly exchange: Exchange;
  readonly accepts: readonly Record<string, unknown>[];
  /** Micro-USDC of the first offer. */
  readonly amount: bigint;
}

/** The verdict of one check on one rule. */
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
      /** JSON pointer within the answer. */
      readonly at?: string;
      /** The exchange that shows it. */
      readonly exchange?: Exchange;
      /** The calls that led to it, where one alone does not show it. */
      readonly sequence?: readonly TracedCall[];
    }
  | { readonly verdict: 'not-testable'; readonly detail: string }
  | { readonly verdict: 'error'; readonly detail: string };

/** The levels, each including those before it. */
export type Level = 'free' | 'paid' | 'controlled';

/** What a check may use. Everything that goes to the target goes through here and is counted, capped and recorded. */
export interface Run {
  readonly contract: Contract;
  readonly target: Target;
  readonly level: Level;
  readonly seed: number;
  readonly evaluator: Evaluator;
  /** Present at level `controlled`. */
  readonly control?: Control;
  /** Present at levels `paid` and `controlled` on x402 hosts. */
  readonly payer?: Wallet;
  readonly other?: Wallet;
  /** A wallet that owns nothing: enough for every refusal that never settles. */
  readonly unfundedWallet: Wallet;
  /** True when limits may be used up: asked for, or level `controlled`. */
  readonly exhaust: boolean;
  /** True when verdicts alone are asked for: no time is spent on the shortest way to a finding. */
  readonly hasty?: boolean;
  /** Ids of the rules that are judged; absent means that nobody knows. */
  readonly asked?: ReadonlySet<string>;

  operation(id: string): Operation;
  /** Sends a request without payment; adds the API key on account hosts unless `headers.authorization` is given. */
  send(invocation: Invocation): Promise<Exchange>;
  /** Sends a request without payment and reads its 402; throws `Unexpected` when the answer is another. */
  challenge(invocation: Invocation): Promise<Challenge>;
  /** A new wallet with test funds, whose ledger is empty. Throws `NotTestable` where the target cannot fund wallets. */
  freshPayer(): Promise<Wallet>;
  /**
   * Sends with a freshly signed payment under the spend cap; on account hosts simply sends. Throws `CapReached`.
   *
   * Where wallets on a list alone are served, the wallet is put there first unless it comes `uninvited`. While settlements
   * are made to fail it throws `PaysLater`, unless the call may end `unsettled`.
   */
  pay(
    invocation: Invocation,
    options?: {
      readonly wallet?: Wallet;
      readonly concurrent?: number;
      readonly uninvited?: boolean;
      readonly unsettled?: boolean;
    },
  ): Promise<Paid>;
  /** Every exchange so far with the operation it went to, for rules that are read off answers. */
  readonly exchanges: readonly {
    readonly operation: string;
    readonly invocation: Invocation;
    readonly exchange: Exchange;
  }[];
  /** Seconds since 1970 by the target's clock. */
  now(): Promise<number>;
}

/** One family of rules: how rules of a kind are checked. */
export interface Family {
  readonly kind: Rule['kind'];
  /** True for rules whose check scripts the target, moves its clock or uses up a limit: they run alone, after the others. */
  alone?(rule: Rule, run: Run): boolean;
  /** Checks one rule. Families that decide many rules by the same calls cache within the run. */
  check(rule: Rule, run: Run): Promise<Outcome>;
}
