import type { Micro } from '../money/usd.ts';

/** Facts about a call, for the operator's log and metrics. None of them reaches the caller. */
export interface CallFacts {
  /** Wallet that pays. */
  readonly payer?: string;
  /** Id of the API key that pays, never the key itself. */
  readonly account?: string;
  /** Price before the call. */
  readonly quoted?: Micro;
  /** Amount that this call moved; absent where an earlier call had moved it. */
  readonly settled?: Micro;
  readonly txHash?: string;
  /** Origin of the provider that was called last. */
  readonly provider?: string;
  /** The provider's name for the model. */
  readonly model?: string;
  /** Cost of the call in USD, as its provider reports it. */
  readonly cost?: number;
}

/** Adds facts to those of a call; later ones replace earlier ones. */
export type Note = (facts: CallFacts) => void;
