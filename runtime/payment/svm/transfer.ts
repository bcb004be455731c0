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
import { memoProgram, opcodes, tokenProgram } from './programs.ts';
import { tokenAccount } from './token-account.ts';

/** What is to be paid, from whom to whom; addresses are base58. */
export interface TransferOrder {
  readonly feePayer: string;
  /** Wallet whose tokens move. */
  readonly payer: string;
  /** Wallet that gets them. */
  readonly payTo: string;
  readonly mint: string;
  readonly decimals: number;
  readonly amount: bigint;
  readonly blockhash: string;
  /** Tells transactions apart that are the same otherwise. */
  readonly memo: string;
  /** Micro-lamports for a compute unit; 1 when absent. */
  readonly unitPrice?: bigint;
  /** Program that is called to move the tokens; SPL Token when absent. */
  readonly program?: string;
}

/** A transaction that waits for signatures. */
export interface Unsigned {
  /** What is signed. */
  readonly message: Uint8Array;
  /** The transaction in base64 with these signatures, by address; those of others stay open. */
  signed(signatures: Readonly<Record<string, Uint8Array>>): string;
}

type Lifetime = Parameters<typeof setTransactionMessageLifetimeUsingBlockhash>[0];

/** Compute units that are asked for: what official clients ask for. */
const units = 20_000;

/** Roles of accounts in an instruction. */
const [readonly, writable, signer] = [0, 1, 2];

/** Writes the transaction of a transfer, as official clients do. */
export async function writeTransfer(order: TransferOrder): Promise<Unsigned> {
  const [mint, payer, payTo] = [address(order.mint), address(order.payer), address(order.payTo)];
  const [source, destination] = await Promise.all([tokenAccount(payer, mint), tokenAccount(payTo, mint)]);
  const transfer = {
    programAddress: order.program === undefined ? tokenProgram : address(order.program),
    accounts: [meta(source, writable), meta(mint, readonly), meta(destination, writable), meta(payer, signer)],
    data: transferData(order.amount, order.decimals),
  };
  const memo = { programAddress: memoProgram, accounts: [], data: Buffer.from(order.memo) };
  // Which block was the last to take it is not part of what is signed.
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
      return Buffer.from(Uint8Array.from(getTransactionEncoder().encode(signed))).toString('base64');
    },
  };
}

function meta(account: Address, role: number) {
  return { address: account, role };
}

function transferData(amount: bigint, decimals: number): Uint8Array {
  const data = Buffer.alloc(10);
  data.writeUInt8(opcodes.transferChecked);
  data.writeBigUInt64LE(amount, 1);
  data.writeUInt8(decimals, 9);
  return data;
}
