import { decodeJson } from '../values/encoding.ts';
import { anyText, equal, isObject, stringsOf } from '../values/json.ts';
import { sameAddress } from '../x402/address.ts';
import type { Receipt } from './client-error.ts';
import { ReceiptMismatch } from './failures.ts';

/** The content of a receipt header. */
interface SettlementResponse {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
  readonly payer: string | undefined;
  readonly amount: string | undefined;
}

/** The payment that a receipt has to be for. */
export interface Settlement {
  readonly network: string;
  readonly payer: string;
  /** The signed amount, in micro-USDC. */
  readonly amount: string;
}

/**
 * Returns the receipt of a response with this data; `undefined` when nothing was settled.
 *
 * Throws `ReceiptMismatch` for the receipt of a different payment.
 */
export function readReceipt(
  headers: Readonly<Record<string, string>>,
  paid: Settlement,
  data?: unknown,
): Receipt | undefined {
  const receipts = ['payment-response', 'x-payment-response'].flatMap((name) => headers[name] ?? []).map(decodeJson);
  const [first, second = first] = receipts;
  if (first === undefined) return undefined;
  if (!equal(first, second)) throw new ReceiptMismatch('second header', first, second, data);
  const receipt = settlementOf(first);
  if (!receipt) throw new ReceiptMismatch('form', 'an x402 settlement', first, data);
  if (!receipt.success) return undefined;

  const { network, payer, amount } = paid;
  const hash = headers['x-payment-receipt'] ?? receipt.transaction;
  const checks: [string, string, string, boolean][] = [
    ['network', network, receipt.network, receipt.network === network],
    ['payer', payer, receipt.payer ?? payer, sameAddress(receipt.payer ?? payer, payer)],
    ['amount', amount, receipt.amount ?? amount, (receipt.amount ?? amount) === amount],
    ['transaction', hash, receipt.transaction, sameAddress(hash, receipt.transaction)],
  ];
  for (const [field, expected, received, matches] of checks) {
    if (!matches) throw new ReceiptMismatch(field, expected, received, data);
  }
  return { transaction: receipt.transaction, network, payer };
}

function settlementOf(value: unknown): SettlementResponse | undefined {
  const texts = stringsOf(value, { transaction: /./s, network: anyText });
  if (!texts || !isObject(value) || typeof value.success !== 'boolean') return undefined;
  const { success, payer, amount } = value;
  const isOptionalText = (field: unknown): field is string | undefined =>
    field === undefined || typeof field === 'string';
  if (!isOptionalText(payer) || !isOptionalText(amount)) return undefined;
  return { success, ...texts, payer, amount };
}
