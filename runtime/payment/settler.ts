import type { Micro } from '../money/usd.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { RecordStore } from '../store/records.ts';
import type { IsSigner } from './evm/verify-authorization.ts';
import type { Blocks } from './svm/blocks.ts';

/** Moves funds. Settling the same payment twice moves them once. */
export interface Settler {
  /** The chain and who sends to it, for people; absent where nothing moves on a chain. */
  readonly where?: string;
  /** CAIP-2 ids of the networks that it settles on, on each of which a wallet has funds of its own; all of the host where absent. */
  readonly networks?: readonly string[];
  /** Gives it the records of the gateway's store, before anything settles: what it has to keep until it has moved. */
  open?(records: RecordStore): Promise<void>;
  /** Account that pays the fees of transactions which payers sign, on Solana; the payee where absent. */
  readonly feePayer?: string;
  /** Recent blocks of the chain, on Solana; those of the embedded ledger where absent. */
  readonly blocks?: Blocks;
  /** `route` is method and path template of the call that settles. */
  settle(payment: Payment, route: string): Promise<Settlement>;
  /** What became of an earlier attempt; `failed` when it never took place and never will. */
  lookup(payment: Payment): Promise<Settlement>;
  /** Micro-USDC that a wallet can spend on a network of the host. */
  balance(payer: string, network: string): Promise<Micro>;
  /** Why a payment could not settle now; undefined when it could, or has. Absent where its signature says all. */
  refusal?(payment: Payment): Promise<string | undefined>;
  /** Asks the chain about signatures of contracts; absent where there are no contracts. */
  readonly isSigner?: IsSigner;
  /** Ends what runs in the background; settlements under way may end unknown. */
  close?(): Promise<void>;
}
