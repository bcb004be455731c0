/** Writing the transaction that pays an offer on Solana. */

import { type Address, address } from '@solana/addresses';
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/transaction-messages';
import { compileTransaction, getTransactionEncoder } from '@solana/transactions';
import { encodeBase64 } from '../../values/encoding.ts';
import { memoProgram, opcodes, tokenProgram } from './programs.ts';
import { tokenAccount } from './token-account.ts';

/** One transfer; addresses are base58. */
export interface TransferOrder {
  readonly feePayer: string;
  /** Wallet whose tokens move. */
  readonly payer: string;
  /** Wallet that receives them. */
  readonly payTo: string;
  readonly mint: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly blockhash: string;
  /** Distinguishes transactions that are the same in everything else. */
  readonly memo: string;
  /** Micro-lamports for a compute unit; 1 when absent. */
  readonly unitPrice?: bigint;
  /** Program that is called to move the tokens; SPL Token when absent. */
  readonly program?: string;
}

/** A transaction without signatures. */
export interface UnsignedTransfer {
  /** The bytes to sign. */
  readonly message: Uint8Array;
  /** The transaction in base64 with these signatures, by address; the others stay empty. */
  signed(signatures: Readonly<Record<string, Uint8Array>>): string;
}

type Lifetime = Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0];

/** Compute units that the transaction requests, as official clients do. */
const units = 20_000;

/** Roles of accounts in an instruction. */
const [readonly, writable, signer] = [0, 1, 2];

/** Writes the transaction of a transfer, as official clients do. */
export async function writeTransfer(order: TransferOrder): Promise<UnsignedTransfer> {
  const [mint, payer, payTo] = [address(order.mint), address(order.payer), address(order.payTo)];
  const [source, destination] = await Promise.all([tokenAccount(payer, mint), tokenAccount(payTo, mint)]);
  const transfer = {
    programAddress: order.program === undefined ? tokenProgram : address(order.program),
    accounts: [meta(source, writable), meta(mint, readonly), meta(destination, writable), meta(payer, signer)],
    data: transferData(order.amount, order.decimals),
  };
  const memo = { programAddress: memoProgram, accounts: [], data: new TextEncoder().encode(order.memo) };
  // The last valid block height is not part of what is signed.
  const lifetime = { blockhash: order.blockhash, lastValidBlockHeight: 0n } as Lifetime;

  const empty = setTransactionMessageFeePayer(address(order.feePayer), createTransactionMessage({ version: 0 }));
  const limited = setTransactionMessageComputeUnitLimit(units, empty);
  const priced = setTransactionMessageComputeUnitPrice(order.unitPrice ?? 1n, limited);
  const whole = appendTransactionMessageInstructions([transfer, memo], priced);
  const compiled = compileTransaction(setTransactionMessageLifetimeUsingBlockhash(lifetime, whole));
  return {
    message: Uint8Array.from(compiled.messageBytes),
    signed(signatures) {
      const signed = { ...compiled, signatures: { ...compiled.signatures, ...signatures } };
      return encodeBase64(Uint8Array.from(getTransactionEncoder().encode(signed)));
    },
  };
}

function meta(account: Address, role: number) {
  return { address: account, role };
}

function transferData(amount: bigint, decimals: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(10));
  data.setUint8(0, opcodes.transferChecked);
  data.setBigUint64(1, amount, true);
  data.setUint8(9, decimals);
  return new Uint8Array(data.buffer);
}
