import type { TransportDefinition } from '../operation/host.ts';
import { decodeJson } from '../values/encoding.ts';
import { anyText, equal, isObject, stringsOf } from '../values/json.ts';
import { sameAddress } from '../x402/address.ts';
import { receiptNames } from '../x402/standard.ts';
import type { Receipt } from './client-error.ts';
import { ReceiptMismatch } from './failures.ts';
import { networkId } from './network-names.ts';

/** The payment that a receipt must match. */
export interface PaidOffer {
  /** CAIP-2 id. */
  readonly network: string;
  readonly payer: string;
  /** The signed amount, in micro-USDC. */
  readonly amount: string;
}

/**
 * Reads the receipt of a response with this data: proof of a settlement, `failed` for a failed settlement, or `undefined`
 * where the response has no receipt.
 *
 * Throws `ReceiptMismatch` for the receipt of a different payment.
 */
export function readReceipt(
  headers: Readonly<Record<string, string>>,
  paid: PaidOffer,
  transport: Pick<TransportDefinition, 'receipt'>,
  data?: unknown,
): Receipt | 'failed' | undefined {
  const receipts = receiptNames(transport, 'settlement')
    .flatMap((name) => headers[name] ?? [])
    .map(decodeJson);
  const [first, ...others] = receipts;
  if (first === undefined) return undefined;
  const different = others.find((other) => other !== undefined && !equal(first, other));
  if (different !== undefined) throw new ReceiptMismatch('second header', first, different, data);
  const { success, failure } = transport.receipt;
  // A failed settlement has no transaction, and often no other field.
  if (tells(first, failure, success)) return 'failed';
  const receipt = tells(first, success, failure) ? contentOf(first) : undefined;
  if (!receipt) throw new ReceiptMismatch('form', 'an x402 settlement', first, data);

  const { network, payer, amount } = paid;
  const hash = receiptNames(transport, 'transaction').flatMap((name) => headers[name] ?? [])[0] ?? receipt.transaction;
  const checks: [string, string, string, boolean][] = [
    ['network', network, receipt.network, networkId(receipt.network) === network],
    ['payer', payer, receipt.payer ?? payer, sameAddress(receipt.payer ?? payer, payer)],
    ['amount', amount, receipt.amount ?? amount, (receipt.amount ?? amount) === amount],
    ['transaction', hash, receipt.transaction, sameAddress(hash, receipt.transaction)],
  ];
  for (const [field, expected, received, matches] of checks) {
    if (!matches) throw new ReceiptMismatch(field, expected, received, data);
  }
  return { transaction: receipt.transaction, network, payer };
}

/** Tells whether a receipt is of one outcome, by the fields that have one value for it and another one for the other. */
function tells(value: unknown, own: Fields, other: Fields): value is Fields {
  const telling = Object.keys(own).filter((name) => name in other && !equal(own[name], other[name]));
  return isObject(value) && telling.every((name) => equal(value[name], own[name]));
}

type Fields = Readonly<Record<string, unknown>>;

/** The content of a receipt of success. Some JSON libraries write absent fields as null. */
function contentOf(value: Fields) {
  const texts = stringsOf(value, { transaction: /./s, network: anyText });
  if (!texts) return undefined;
  const [payer, amount] = [value.payer ?? undefined, value.amount ?? undefined];
  const isOptionalText = (field: unknown): field is string | undefined =>
    field === undefined || typeof field === 'string';
  return isOptionalText(payer) && isOptionalText(amount) ? { ...texts, payer, amount } : undefined;
}
