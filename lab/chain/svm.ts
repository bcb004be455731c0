/** A Solana runtime in this process, with blocks: LiteSVM executes transactions but keeps no chain. */

import {
  address,
  getAddressEncoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type ReadonlyUint8Array,
  type Transaction,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM, type SimulatedTransactionInfo, type TransactionMetadata } from 'litesvm';
import { type SvmBlocks, startBlocks } from './svm-blocks.ts';

/** Number of blocks after which a block is final. */
export const rooted = 32;

/** A transaction in a block. */
export interface BlockTransaction {
  readonly wire: string;
  readonly height: number;
  /** As nodes write it; null where it did not fail. */
  readonly err: unknown;
}

/** Result of simulating or executing a transaction. */
export interface Outcome {
  readonly err: unknown;
  readonly logs: readonly string[];
  readonly units: number;
}

/** The blocks of a local Solana. */
export interface Svm {
  readonly vm: LiteSVM;
  readonly blocks: SvmBlocks;
  /** Holds back transactions from now on: `mine` executes them. They are seen, as on a fork that may be abandoned. */
  stall(): void;
  /** Executes what waits, and makes so many blocks; by default those that are due. */
  mine(count?: number): void;
  /** Transactions that wait. */
  waiting(): number;
  /** Forgets what waits. */
  drop(): void;
  simulate(wire: string): Outcome;
  /** Takes a transaction; returns its signature. */
  send(wire: string): string;
  find(signature: string): BlockTransaction | undefined;
  isWaiting(signature: string): boolean;
}

/** Starts a runtime that executes each transaction at once until it is stalled. */
export function startSvm(): Svm {
  // Its own check knows one block only; its history is what refuses duplicates, and forgets after 50 by default.
  const vm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(1_000_000n);
  const blocks = startBlocks(vm);
  const transactions = new Map<string, BlockTransaction>();
  const waiting = new Map<string, string>();
  let isStalled = false;

  function execute(signature: string, wire: string): void {
    const { err } = outcomeOf(vm.sendTransaction(decode(wire)));
    transactions.set(signature, { wire, height: blocks.height(), err });
  }

  /** Why a transaction cannot get into a block, before it is executed. */
  function flawOf(transaction: Transaction): string | undefined {
    if (transactions.has(getSignatureFromTransaction(transaction))) return 'AlreadyProcessed';
    return blocks.isRecent(blockhashOf(transaction)) ? undefined : 'BlockhashNotFound';
  }

  return {
    vm,
    blocks,
    stall() {
      isStalled = true;
      blocks.stop();
    },
    mine(count) {
      for (const [signature, wire] of waiting) if (!flawOf(decode(wire))) execute(signature, wire);
      waiting.clear();
      blocks.make(count);
    },
    waiting: () => waiting.size,
    drop: () => waiting.clear(),
    simulate(wire) {
      const transaction = decode(wire);
      // Nodes do not verify the signatures of what they simulate: a facilitator signs what has passed.
      const isSigned = !Object.values(transaction.signatures).includes(null);
      const flaw = isSigned ? flawOf(transaction) : undefined;
      if (flaw) return { err: flaw, logs: [], units: 0 };
      vm.withSigverify(isSigned);
      const result = vm.simulateTransaction(transaction);
      vm.withSigverify(true);
      return outcomeOf(result);
    },
    send(wire) {
      const transaction = decode(wire);
      const signature = getSignatureFromTransaction(transaction);
      if (flawOf(transaction)) return signature;
      if (isStalled) waiting.set(signature, wire);
      else execute(signature, wire);
      return signature;
    },
    find: (signature) => transactions.get(signature),
    isWaiting: (signature) => waiting.has(signature),
  };
}

function decode(wire: string): Transaction {
  return getTransactionDecoder().decode(Buffer.from(wire, 'base64'));
}

function blockhashOf({ messageBytes }: Transaction): string {
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  return 'lifetimeToken' in message ? message.lifetimeToken : '';
}

function outcomeOf(result: FailedTransactionMetadata | TransactionMetadata | SimulatedTransactionInfo): Outcome {
  const meta = 'meta' in result ? result.meta() : result;
  const err = result instanceof FailedTransactionMetadata ? errorOf(String(result)) : null;
  return { err, logs: meta.logs(), units: Number(meta.computeUnitsConsumed()) };
}

/** An error as nodes write it, from how the runtime does: `InstructionError(2, Custom(1))`, `AccountNotFound`. */
function errorOf(text: string): unknown {
  const [, name = text] = /err: (.+?), meta:/.exec(text) ?? [];
  const [, index, inner = ''] = /^InstructionError\((\d+), (.+)\)$/.exec(name) ?? [];
  if (index === undefined) return name;
  const [, code] = /^Custom\((\d+)\)$/.exec(inner) ?? [];
  return { InstructionError: [Number(index), code === undefined ? inner : { Custom: Number(code) }] };
}

/** Bytes of a token account. */
const tokenSize = 165;

/** The account of a token as the SPL Token program stores it, without authorities. */
export function mintData(decimals: number): Uint8Array {
  const data = Buffer.alloc(82);
  data.writeBigUInt64LE(2n ** 63n, 36);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(1, 45);
  return data;
}

/** A token account as the SPL Token program stores it: mint, owner, amount, and that it is open. */
export function tokenData(mint: string, owner: string, amount: bigint): Uint8Array {
  const data = Buffer.alloc(tokenSize);
  data.set(getAddressEncoder().encode(address(mint)), 0);
  data.set(getAddressEncoder().encode(address(owner)), 32);
  data.writeBigUInt64LE(amount, 64);
  data.writeUInt8(1, 108);
  return data;
}

/** The amount in a token account. */
export function amountIn(data: ReadonlyUint8Array): bigint {
  return Buffer.from(Uint8Array.from(data)).readBigUInt64LE(64);
}
