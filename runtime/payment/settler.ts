import type { Micro } from '../money/usd.ts';
import type { Payment, Settlement } from '../operation/payment.ts';
import type { RecordStore } from '../store/records.ts';
import type { IsSigner } from './evm/verify-authorization.ts';
import type { Blocks } from './svm/blocks.ts';

/** Moves funds. Settling the same payment twice moves them once. */
export interface Settler {
  /** The chain and the sender of its transactions, as text; absent where nothing moves on a chain. */
  readonly where?: string;
  /** CAIP-2 ids of the networks that it settles on, each with its own balances; all networks of the host where absent. */
  readonly networks?: readonly string[];
  /** Receives the records of the gateway's store before anything settles, for data that must survive a crash. */
  open?(records: RecordStore): Promise<void>;
  /** Account that pays the fees of transactions that payers sign, on Solana; the payee where absent. */
  readonly feePayer?: string;
  /** Recent blocks of the chain, on Solana; those of the embedded ledger where absent. */
  readonly blocks?: Blocks;
  /** `route` is method and path template of the call that settles. */
  settle(payment: Payment, route: string): Promise<Settlement>;
  /** Looks up the outcome of an earlier attempt; `failed` when it never took place and never will. */
  lookup(payment: Payment): Promise<Settlement>;
  /** Micro-USDC that a wallet can spend on a network of the host. */
  balance(payer: string, network: string): Promise<Micro>;
  /** Returns the reason why a payment could not settle now; undefined when it could, or has. Absent where the signature is enough. */
  refusal?(payment: Payment): Promise<string | undefined>;
  /** Asks the chain about signatures of contracts; absent where there are no contracts. */
  readonly isSigner?: IsSigner;
  /** Stops the work in the background; settlements in progress may have an unknown outcome. */
  close?(): Promise<void>;
}
