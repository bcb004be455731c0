import { z } from 'zod';
import { sameAddress } from '../payment/address.ts';
import { equal } from '../values.ts';
import { decodeJson } from './encoded.ts';
import { ReceiptMismatch } from './failures.ts';

/** Proof that a payment was settled. */
export interface Receipt {
  readonly transaction: string;
  readonly network: string;
  readonly payer: string;
}

const receiptShape = z.looseObject({
  success: z.boolean(),
  transaction: z.string().min(1),
  network: z.string(),
  payer: z.string().optional(),
  amount: z.string().optional(),
});

/** What a receipt has to be for. */
export interface Settlement {
  readonly network: string;
  readonly payer: string;
  /** Micro-USDC that were signed for. */
  readonly amount: string;
}

/** The receipt of an answer with this data; `undefined` when nothing was settled. One for another payment throws. */
export function readReceipt(
  headers: Readonly<Record<string, string>>,
  paid: Settlement,
  data?: unknown,
): Receipt | undefined {
  const receipts = ['payment-response', 'x-payment-response'].flatMap((name) => headers[name] ?? []).map(decodeJson);
  const [first, second = first] = receipts;
  if (first === undefined) return undefined;
  if (!equal(first, second)) throw new ReceiptMismatch('second header', first, second, data);
  const parsed = receiptShape.safeParse(first);
  if (!parsed.success) throw new ReceiptMismatch('form', 'an x402 settlement', first, data);
  const receipt = parsed.data;
  if (!receipt.success) return undefined;

  const { network, payer, amount } = paid;
  const hash = headers['x-payment-receipt'] ?? receipt.transaction;
  const checks: [string, string, string, boolean][] = [
    ['network', network, receipt.network, receipt.network === network],
    ['payer', payer, receipt.payer ?? payer, sameAddress(receipt.payer ?? payer, payer)],
    ['amount', amount, receipt.amount ?? amount, (receipt.amount ?? amount) === amount],
    ['transaction', hash, receipt.transaction, sameAddress(hash, receipt.transaction)],
  ];
  for (const [field, expected, told, holds] of checks) {
    if (!holds) throw new ReceiptMismatch(field, expected, told, data);
  }
  return { transaction: receipt.transaction, network, payer };
}
