import type { Micro } from '../money/usd.ts';
import type { Payment } from '../operation/payment.ts';

/** Funds that moved. */
export interface Transfer {
  readonly payer: string;
  readonly payTo: string;
  readonly amount: Micro;
  readonly asset: string;
  readonly network: string;
  readonly txHash: string;
  /** Method and path template of the call that settled. */
  readonly route: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Transfers, and wallet balances for gateways that settle on no chain. */
export interface Ledger {
  /** Micro-USDC; a wallet that was never funded has the default balance. */
  balance(address: string): Promise<Micro>;
  fund(address: string, amount: Micro): Promise<void>;
  /** Moves the funds of a payment once; returns undefined when the balance is too low. */
  transfer(payment: Payment, txHash: string, route: string, at: number): Promise<Transfer | undefined>;
  /** Records a transfer that was made elsewhere, once; balances stay as they are. */
  record(payment: Payment, txHash: string, route: string, at: number): Promise<void>;
  /** The transfer that this payment made, if it did. */
  transferOf(payment: Payment): Promise<Transfer | undefined>;
  /** Oldest first. */
  transfers(payer?: string): Promise<readonly Transfer[]>;
}
