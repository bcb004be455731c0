import { type Address, address } from '@solana/addresses';
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  setTransactionMessageFeePayer,
} from '@solana/transaction-messages';
import { compileTransaction, getBase64EncodedWireTransaction } from '@solana/transactions';
import { describe, expect, test } from 'vitest';
import { addressOfSecret, randomSecret } from './key.ts';
import { computeBudgetProgram, memoProgram, opcodes, tokenProgram } from './programs.ts';
import { readTransfer } from './read-transfer.ts';

type Instruction = Parameters<typeof appendTransactionMessageInstructions>[0][number];
type Account = NonNullable<Instruction['accounts']>[number];

const fresh = (): Address => address(addressOfSecret(randomSecret()) ?? '');
const [feePayer, payer, source, mint, destination] = [fresh(), fresh(), fresh(), fresh(), fresh()];
const meta = (account: Address, role: number): Account => ({ address: account, role });
const little = (opcode: number, value: bigint, bytes: number) =>
  Buffer.from([opcode, ...Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * index)) & 255n))]);

const limit = (units: bigint): Instruction => ({
  programAddress: computeBudgetProgram,
  data: little(opcodes.computeLimit, units, 4),
});
const price: Instruction = { programAddress: computeBudgetProgram, data: little(opcodes.computePrice, 1n, 8) };
const transfer = (over: Partial<Instruction> = {}): Instruction => ({
  programAddress: tokenProgram,
  accounts: [meta(source, 1), meta(mint, 0), meta(destination, 1), meta(payer, 2)],
  data: Buffer.concat([little(opcodes.transferChecked, 5n, 8), Buffer.from([6])]),
  ...over,
});
const memo: Instruction = { programAddress: memoProgram, data: Buffer.from('a memo') };

function wire(instructions: readonly Instruction[], version: 'legacy' | 0 = 0): string {
  const empty = setTransactionMessageFeePayer(feePayer, createTransactionMessage({ version }));
  const lifetimeConstraint = { blockhash: fresh(), lastValidBlockHeight: 0n };
  const whole = appendTransactionMessageInstructions(instructions, empty);
  return getBase64EncodedWireTransaction(compileTransaction(Object.assign({ lifetimeConstraint }, whole)));
}

describe('readTransfer', () => {
  test.each(['legacy', 0] as const)('reads what a transaction of version %s moves', (version) => {
    const read = readTransfer(wire([limit(400_000n), price, transfer(), memo], version));
    expect(read).toMatchObject({ feePayer, payer, source, mint, destination, amount: 5n, decimals: 6 });
  });

  test('reads one without a memo, and one with as much beside it as wallets add', () => {
    for (const beside of [[], [memo, memo, memo, memo]]) {
      expect(readTransfer(wire([limit(1n), price, transfer(), ...beside]))).toMatchObject({ amount: 5n });
    }
  });

  const accounts = (...of: Account[]) => transfer({ accounts: of });
  test.each<[string, readonly Instruction[], RegExp]>([
    [
      'of more than seven instructions',
      [limit(1n), price, transfer(), memo, memo, memo, memo, memo],
      /instructions of/,
    ],
    ['that asks for more units than work', [limit(400_001n), price, transfer()], /compute limit is above/],
    [
      'that cannot change where it takes from',
      [limit(1n), price, accounts(meta(source, 0), meta(mint, 0), meta(destination, 1), meta(payer, 2))],
      /not writable/,
    ],
    [
      'that cannot change where it pays',
      [limit(1n), price, accounts(meta(source, 1), meta(mint, 0), meta(destination, 0), meta(payer, 2))],
      /not writable/,
    ],
    [
      'of several owners',
      [
        limit(1n),
        price,
        accounts(meta(source, 1), meta(mint, 0), meta(destination, 1), meta(payer, 0), meta(fresh(), 2)),
      ],
      /not a token transfer/,
    ],
    [
      'of an owner who does not sign',
      [limit(1n), price, accounts(meta(source, 1), meta(mint, 0), meta(destination, 1), meta(payer, 0))],
      /requires signatures of accounts other/,
    ],
    [
      'that somebody else has to sign too',
      [limit(1n), price, transfer(), { ...memo, accounts: [meta(fresh(), 2)] }],
      /requires signatures of accounts other/,
    ],
    [
      'that reads its accounts from a table',
      [
        limit(1n),
        price,
        transfer(),
        { ...memo, accounts: [{ address: fresh(), role: 0, addressIndex: 0, lookupTableAddress: fresh() }] },
      ],
      /look-up tables/,
    ],
  ])('refuses one %s', (_, instructions, reason) => {
    expect(readTransfer(wire(instructions))).toMatch(reason);
  });

  test.each(['', 'AAAA', 'AQ==', Buffer.alloc(1232, 1).toString('base64'), Buffer.alloc(1233).toString('base64')])(
    'refuses bytes that are no transaction',
    (text) => {
      expect(typeof readTransfer(text)).toBe('string');
    },
  );
});
