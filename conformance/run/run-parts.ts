import type { Chain } from '../chain/node.ts';
import type { Level, Sampling } from '../check/run.ts';
import type { Contract } from '../contract/contract.ts';
import type { Invocation, ReceivedResponse, SentRequest } from '../http/exchange.ts';
import type { Secrets } from '../report/secrets.ts';
import type { Control } from '../target/control.ts';
import type { Target } from '../target/target.ts';
import type { WalletKey } from '../wallet/keys.ts';
import type { SpendTracker } from '../wallet/spend-tracker.ts';

/** Sends the requests of a run: an HTTP client, which needs no more than the request, or one that imagines responses. */
export interface Sender {
  exchange(sent: SentRequest, signal: AbortSignal | undefined, invocation: Invocation): Promise<ReceivedResponse>;
}

/** The parts that a run is created from. */
export interface RunParts extends Sampling {
  /** With the ids of the target; see `localize`. */
  readonly contract: Contract;
  /** Labels of the documents for which this target has no id, by the id that the contract uses. */
  readonly missing: ReadonlyMap<string, string>;
  readonly target: Target;
  readonly chain?: Chain;
  readonly level: Level;
  readonly seed: number;
  readonly client: Sender;
  readonly control?: Control;
  readonly spending: SpendTracker;
  readonly secrets: Secrets;
  readonly keys: { readonly payer?: WalletKey; readonly other?: WalletKey; readonly unfunded: WalletKey };
  readonly apiKey?: () => string | undefined;
  readonly exhaust: boolean;
  /** Requests that the run may send; absent where there is no budget. */
  readonly maxRequests?: number | undefined;
  readonly verdictsOnly?: boolean;
  readonly selected?: ReadonlySet<string>;
  /** Unix time in seconds by the target's clock. */
  readonly now: () => Promise<number>;
  readonly wait: (seconds: number) => Promise<unknown>;
  /** Takes a sentence for each wait for a rate limit of the target. */
  readonly waiting?: ((sentence: string) => void) | undefined;
  /** Moves the target's clock by seconds; absent where it cannot be moved. */
  readonly skip?: (seconds: number) => Promise<unknown>;
}
