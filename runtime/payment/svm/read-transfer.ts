/** Reads the transaction of a Solana payment: its transfer, or the reason why a fee payer would not sign it. */

import type { Address } from '@solana/addresses';
import {
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
} from '@solana/transaction-messages';
import { getTransactionDecoder } from '@solana/transactions';
import { isSignedBy } from './key.ts';
import {
  computeBudgetProgram,
  highestUnitPrice,
  lighthouseProgram,
  maxComputeUnits,
  memoProgram,
  opcodes,
  tokenProgram,
} from './programs.ts';
import { recentOf } from './recent.ts';

/** A decoded transfer, not compared with any offer. */
export interface TokenTransfer {
  /** The message that the payer has signed. */
  readonly message: Uint8Array;
  /** True if the payer has signed it. */
  readonly isSigned: boolean;
  readonly feePayer: Address;
  /** Wallet whose tokens move. */
  readonly payer: Address;
  readonly source: Address;
  readonly mint: Address;
  readonly destination: Address;
  readonly amount: bigint;
  readonly decimals: number;
  readonly blockhash: string;
  /** Lamports that the fee payer adds to the fee of its signatures, as the payer asks. */
  readonly priorityFee: bigint;
}

interface Instruction {
  readonly programAddress: Address;
  readonly accounts?: readonly { readonly address: Address; readonly role: number }[];
  readonly data?: { readonly [index: number]: number; readonly length: number };
}

/** Bytes of the largest transaction that Solana takes. */
const maxTransactionBytes = 1232;

/** The transfer alone between its limits and what wallets add: a memo, and up to three assertions. */
const maxInstructions = 7;

const transactions = getTransactionDecoder();
const messages = { decoder: getCompiledTransactionMessageDecoder(), encoder: getCompiledTransactionMessageEncoder() };

/** Reads the one token transfer of a transaction; a text is the reason why it is not a payment. */
export function readTransfer(base64: string): TokenTransfer | string {
  const wire = Buffer.from(base64, 'base64');
  if (wire.length > maxTransactionBytes) return `The transaction is longer than ${maxTransactionBytes} bytes.`;
  return readBase64(wire.toString('base64'));
}

/** Reads a transaction once, by the one base64 of its bytes: it comes again when it is claimed, and when it is sent again. */
const readBase64 = recentOf((base64) => {
  try {
    return readWire(Buffer.from(base64, 'base64'));
  } catch {
    return 'The transaction cannot be decoded.';
  }
});

function readWire(wire: Uint8Array): TokenTransfer | string {
  const { messageBytes, signatures } = transactions.decode(wire);
  const message = Uint8Array.from(messageBytes);
  const compiled = messages.decoder.decode(message);
  // Validators refuse bytes after a message, and other encodings of it.
  const canonical = messages.encoder.encode(compiled);
  if (Buffer.compare(Uint8Array.from(canonical), message) !== 0) return 'The transaction cannot be decoded.';

  // A table may be changed between this check and the settlement.
  if ('addressTableLookups' in compiled && compiled.addressTableLookups?.length)
    return 'The transaction takes accounts from address look-up tables. Name each account in the transaction itself.';
  const [feePayer] = compiled.staticAccounts;
  const { instructions }: { instructions: readonly Instruction[] } = decompileTransactionMessage(compiled);
  const [limit, price, transfer, ...rest] = instructions;
  if (!feePayer || !limit || !price || !transfer || instructions.length > maxInstructions) {
    return 'The transaction does not have the instructions of a payment.';
  }
  const flaw = flawOfBudget(limit, price) ?? rest.map(flawOfExtra).find((found) => found !== undefined);
  if (flaw !== undefined) return flaw;
  if (instructions.some((instruction) => touches(instruction, feePayer))) return 'An instruction names the fee payer.';

  const { programAddress, accounts = [], data } = transfer;
  const view = viewOf(data);
  const isTransfer =
    programAddress === tokenProgram && view.byteLength === 10 && view.getUint8(0) === opcodes.transferChecked;
  const [source, mint, destination, authority] = accounts;
  if (!isTransfer || accounts.length !== 4 || !source || !mint || !destination || !authority) {
    return 'The transaction is not a token transfer.';
  }
  if (!isWritable(source.role) || !isWritable(destination.role))
    return 'A token account of the transfer is not writable.';
  if (compiled.header.numSignerAccounts !== 2)
    return 'The transaction requires signatures of accounts other than the payer and the fee payer.';
  const signature = signatures[authority.address];
  return {
    message,
    isSigned: signature ? isSignedBy(authority.address, message, signature) : false,
    feePayer,
    payer: authority.address,
    source: source.address,
    mint: mint.address,
    destination: destination.address,
    amount: view.getBigUint64(1, true),
    decimals: view.getUint8(9),
    blockhash: compiled.lifetimeToken,
    priorityFee: priorityFeeOf(limit, price),
  };
}

/** The fee payer pays for the work, so that its extent comes first and is bounded. */
function flawOfBudget(limit: Instruction, price: Instruction): string | undefined {
  const [units, unit] = [viewOf(limit.data), viewOf(price.data)];
  const isLimit = limit.programAddress === computeBudgetProgram && units.byteLength === 5;
  if (!isLimit || units.getUint8(0) !== opcodes.computeLimit)
    return 'The transaction does not begin with a compute limit.';
  const isPrice = price.programAddress === computeBudgetProgram && unit.byteLength === 9;
  if (!isPrice || unit.getUint8(0) !== opcodes.computePrice) return 'The transaction has no compute price.';
  if (units.getUint32(1, true) > maxComputeUnits) return `The compute limit is above ${maxComputeUnits} units.`;
  if (unit.getBigUint64(1, true) > highestUnitPrice)
    return `The compute price is above ${highestUnitPrice} micro-lamports.`;
  return undefined;
}

/** Lamports of a compute price, which is in micro-lamports for each unit of the limit. */
function priorityFeeOf(limit: Instruction, price: Instruction): bigint {
  const microLamports = BigInt(viewOf(limit.data).getUint32(1, true)) * viewOf(price.data).getBigUint64(1, true);
  return (microLamports + 999_999n) / 1_000_000n;
}

function flawOfExtra({ programAddress }: Instruction): string | undefined {
  const known = programAddress === memoProgram || programAddress === lighthouseProgram;
  return known ? undefined : 'The transaction has an instruction that is not part of a payment.';
}

/** A fee payer that no instruction names can lose nothing but the fee. */
function touches({ programAddress, accounts = [] }: Instruction, account: Address): boolean {
  return programAddress === account || accounts.some(({ address }) => address === account);
}

/** Roles are two bits: writable, and signer. */
function isWritable(role: number): boolean {
  return (role & 1) === 1;
}

function viewOf(data: Instruction['data']): DataView {
  return new DataView(Uint8Array.from(data ?? []).buffer);
}
