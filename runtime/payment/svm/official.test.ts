/** What our verifier and the official facilitator make of the same transactions. */

import { type Address, address } from '@solana/addresses';
import {
  appendTransactionMessageInstructions,
  createTransactionMessage,
  setTransactionMessageFeePayer,
} from '@solana/transaction-messages';
import { compileTransaction, getBase64EncodedWireTransaction } from '@solana/transactions';
import { ExactSvmScheme } from '@x402/svm/exact/facilitator';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Offer } from '../../x402/offer.ts';
import { ledgerBlocks } from './blocks.ts';
import { addressOfSecret, randomSecret, signWith } from './key.ts';
import { computeBudgetProgram, lighthouseProgram, memoProgram, opcodes, tokenProgram } from './programs.ts';
import { tokenAccount } from './token-account.ts';
import { verifyTransaction } from './verify.ts';

const now = 1_800_000_000;
const network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const;
const usdc = address('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v');
const secrets = new Map<Address, Uint8Array>();
const [payer, payee, other] = [fresh(), fresh(), fresh()];
const offer: Offer & { readonly network: typeof network } = {
  scheme: 'exact',
  network,
  amount: '1000',
  asset: usdc,
  payTo: payee,
  maxTimeoutSeconds: 300,
  extra: { feePayer: payee },
};

const never = () => Promise.reject(new Error('Nothing is settled here.'));
const facilitator = new ExactSvmScheme({
  getAddresses: () => [payee],
  signTransaction: never,
  simulateTransaction: async () => {},
  sendTransaction: never,
  confirmTransaction: never,
});

/** The address of a key that signs in this test. */
function fresh(): Address {
  const secret = randomSecret();
  const own = address(addressOfSecret(secret) ?? '');
  secrets.set(own, secret);
  return own;
}

type Instruction = Parameters<typeof appendTransactionMessageInstructions>[0][number];

function numbered(opcode: number, value: bigint, bytes: number, decimals?: number): Uint8Array {
  const data = Buffer.alloc(1 + bytes + (decimals === undefined ? 0 : 1), decimals ?? 0);
  data.writeUInt8(opcode);
  if (bytes === 8) data.writeBigUInt64LE(value, 1);
  else data.writeUInt32LE(Number(value), 1);
  return data;
}

const bare = (programAddress: Address, data: Uint8Array): Instruction => ({ programAddress, accounts: [], data });
const extras: Readonly<Record<string, Instruction>> = {
  memo: bare(memoProgram, Buffer.from('memo')),
  assertion: bare(lighthouseProgram, Buffer.from([1])),
  stranger: bare(address('11111111111111111111111111111111'), Buffer.from([2])),
  'from the fee payer': { ...bare(memoProgram, Buffer.from('x')), accounts: [{ address: payee, role: 2 }] },
};

/** A choice of which the first is what honest payers do, more often than not. */
const mostly = <T>(honest: T, ...others: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(honest) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const recipe = fc.record({
  price: mostly(1n, 0n, 50_000n, 50_001n, 5_000_000n, 5_000_001n, 2n ** 64n - 1n),
  amount: mostly(1000n, 999n, 1001n, 0n),
  mint: mostly(usdc, other),
  to: mostly(payee, other),
  feePayer: mostly(payee, other),
  from: mostly(payer, payee),
  opcode: mostly<number>(opcodes.transferChecked, 3, 13),
  program: mostly(tokenProgram, memoProgram),
  signed: mostly('by the payer', 'by another', 'by nobody'),
  order: mostly<readonly number[]>([0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [0, 2], [1, 2], [0, 1], [0, 1, 2, 2]),
  extras: fc.array(mostly('memo', 'assertion', 'stranger', 'from the fee payer'), { maxLength: 5 }),
});

async function cook(made: typeof recipe extends fc.Arbitrary<infer T> ? T : never): Promise<string> {
  const [source, destination] = await Promise.all([
    tokenAccount(made.from, made.mint),
    tokenAccount(made.to, made.mint),
  ]);
  const accounts = [source, made.mint, destination, made.from].map((account, index) => ({
    address: account,
    role: [1, 0, 1, 2][index] ?? 0,
  }));
  const core: readonly Instruction[] = [
    bare(computeBudgetProgram, numbered(opcodes.computeLimit, 20_000n, 4)),
    bare(computeBudgetProgram, numbered(opcodes.computePrice, made.price, 8)),
    { programAddress: made.program, accounts, data: numbered(made.opcode, made.amount, 8, 6) },
  ];
  const chosen = [
    ...made.order.flatMap((index) => core[index] ?? []),
    ...made.extras.flatMap((name) => extras[name] ?? []),
  ];
  const empty = setTransactionMessageFeePayer(made.feePayer, createTransactionMessage({ version: 0 }));
  const whole = appendTransactionMessageInstructions(chosen, empty);
  const lifetimeConstraint = { blockhash: ledgerBlocks.latest(now), lastValidBlockHeight: 0n };
  const compiled = compileTransaction(Object.assign({ lifetimeConstraint }, whole));
  const key = secrets.get(made.signed === 'by another' ? other : made.from);
  const signature = made.signed === 'by nobody' || !key ? null : signWith(key, Uint8Array.from(compiled.messageBytes));
  const signatures =
    made.from in compiled.signatures ? { ...compiled.signatures, [made.from]: signature } : compiled.signatures;
  return getBase64EncodedWireTransaction({ ...compiled, signatures });
}

test('agree with each other', async () => {
  const counts = { taken: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(recipe, async (made) => {
      const payload = { transaction: await cook(made) };
      const terms = {
        network: { network, asset: usdc, decimals: 6 },
        expected: offer,
        amount: offer.amount,
        lifetime: 300,
        now,
      };
      const ours = await verifyTransaction(payload, terms, ledgerBlocks);
      const theirs = await facilitator.verify({ x402Version: 2, accepted: { ...offer }, payload }, { ...offer });
      const isTaken = !('reason' in ours);
      // An instruction may name the fee payer for all that the official one looks at; the standard forbids it.
      const touches = made.extras.includes('from the fee payer');
      // Nor does it compare the fee with the payment: at 20,000 units, a price of 50,000 makes a lamport for each micro-USDC.
      const isDear = made.price > 50_000n;
      expect([isTaken, ours, theirs]).toEqual([theirs.isValid && !touches && !isDear, ours, theirs]);
      if (isTaken) expect([ours.payer, ours.amount]).toEqual([theirs.payer, 1000n]);
      counts[isTaken ? 'taken' : 'refused'] += 1;
    }),
    { numRuns: 400 },
  );
  expect(Math.min(counts.taken, counts.refused)).toBeGreaterThan(10);
});
