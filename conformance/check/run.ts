import type { Chain } from '../chain/node.ts';
import type { Contract, Operation, Rule } from '../contract/contract.ts';
import type { Challenge, Exchange, Invocation, PaidCall } from '../http/exchange.ts';
import type { Evaluator } from '../oracle/evaluate.ts';
import type { Control, Transfer } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import type { Wallet } from '../wallet/wallet.ts';

/** The levels of a run; each includes those before it. */
export type Level = (typeof levels)[number];

const levels = ['free', 'paid', 'controlled'] as const;

/** True when a run at a level has what another level needs. */
export function isWithin(needed: Level, level: Level): boolean {
  return levels.indexOf(needed) <= levels.indexOf(level);
}

/** Requests of one kind for a rule that is only reported: it fails no deployment, whatever they show. */
const maxReported = 3;

/** Requests of one kind that the check of a rule sends at most. */
export function samplesFor({ id, tier }: Rule, { samples, ownSamples }: Sampling): number {
  const most = ownSamples?.get(id) ?? samples;
  return tier === 'must' ? most : Math.min(most, maxReported);
}

/** How many requests of one kind checks send at most. */
export interface Sampling {
  /**
   * Requests of one kind that a check sends at most, such as near misses of one keyword: fewer where a budget of requests
   * binds, `Infinity` in a whole run.
   */
  readonly samples: number;
  /** Those of rules that send another number, by their ids. */
  readonly ownSamples?: ReadonlyMap<string, number> | undefined;
}

/** The settings of a run: all that plans and verdicts depend on. They send nothing. */
export interface RunSettings extends Sampling {
  readonly contract: Contract;
  readonly target: Target;
  /** The chain that the target settles on, where a node of it is given. */
  readonly chain?: Chain;
  readonly level: Level;
  readonly seed: number;
  readonly evaluator: Evaluator;
  /** True when limits may be used up: by option, or at level `controlled`. */
  readonly exhaust: boolean;
  /** True when only verdicts are needed: findings are not shortened. */
  readonly verdictsOnly?: boolean;
  /** Ids of the rules that are judged; absent where that is not known. */
  readonly selected?: ReadonlySet<string>;
  /** An operation by its id. */
  operation(id: string): Operation;
}

/** The settlements of the wallets of a run, compared with its calls. */
export interface ComparedSettlements {
  readonly compared: number;
  /** Those that belong to no payment whose response lets it be charged, each with a refusal of its payer. */
  readonly unexplained: readonly { readonly transfer: Transfer; readonly exchange?: Exchange }[];
}

/** Everything that a check may use. Every request to the target goes through the run, which counts, caps and records it. */
export interface Run extends RunSettings {
  /** Present at level `controlled`. */
  readonly control?: Control;
  /** Present at levels `paid` and `controlled` on x402 hosts. */
  readonly payer?: Wallet;
  readonly other?: Wallet;
  /** A wallet without USDC: enough for every payment that must be refused. */
  readonly unfundedWallet: Wallet;

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
  ): Promise<PaidCall>;
  /** Every exchange so far with its operation, for rules that are read off responses. */
  readonly exchanges: readonly {
    readonly operation: string;
    readonly invocation: Invocation;
    readonly exchange: Exchange;
  }[];
  /** Compares all settlements so far with the responses to the payments of the run; none where the target shows no ledger. */
  settlements(): Promise<ComparedSettlements>;
  /** Unix time in seconds by the target's clock. */
  now(): Promise<number>;
}
