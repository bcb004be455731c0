/** A client of the control API. */

/** One settled transfer of the ledger. */
export interface Transfer {
  readonly payer: string;
  readonly pay_to: string;
  /** Micro-USDC. */
  readonly amount: string;
  readonly asset: string;
  readonly network: string;
  readonly tx_hash: string;
  readonly route: string;
  readonly at: string;
}

/** A scripted outcome of the next upstream calls. */
export interface Script {
  /** Method and path template, host prefix included: `POST /api/v1/x/{y}`. */
  readonly route: string;
  readonly outcome: string;
  readonly times?: number;
  readonly detail?: unknown;
}

/** The control API of one deployment. A call whose capability is not offered throws `NotTestable`. */
export interface Control {
  readonly capabilities: ReadonlySet<string>;
  /** Upstream outcomes that can be scripted. */
  readonly outcomes: ReadonlySet<string>;
  /** Deletes all state, scripted outcomes and the clock offset. */
  reset(): Promise<void>;
  /** Seconds since 1970 by the target's clock. */
  now(): Promise<number>;
  /** Moves the target's clock forward and returns its new time in seconds since 1970. */
  advance(seconds: number): Promise<number>;
  /** Throws `NotTestable` when the outcome is not offered. */
  upstream(script: Script): Promise<void>;
  settlement(outcome: string, times?: number): Promise<void>;
  /** The settled transfers of a payer, oldest first. */
  ledger(payer: string): Promise<readonly Transfer[]>;
  /** Sets the test balance of a wallet, in micro-USDC. */
  fund(address: string, amount: bigint): Promise<void>;
  /** Creates an account key with a balance in USD. */
  keys(balanceUsd: string): Promise<string>;
  allow(address: string): Promise<void>;
  event(machine: string, id: string, event: string, detail?: unknown): Promise<void>;
}
