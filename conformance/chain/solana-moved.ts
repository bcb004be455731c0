/** What a transaction of Solana moved, against the payment that it is the receipt of. */

import { isObject } from '@tollwright/runtime/values/json';
import { valueAt } from '../common/json.ts';
import type { Mismatch } from '../http/exchange.ts';
import { receiptOf } from './look.ts';
import type { Chain } from './node.ts';

/** Bytes of a signature; those of a transaction come before its message, after their number. */
const signatureSize = 64;

const asked = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };

/**
 * The mismatch between a signed transaction and the one that a receipt names; undefined where that is the same, and took
 * place.
 *
 * What the payer has signed says what moves, from whom and to whom; a chain takes it once.
 */
export async function solanaMismatch(chain: Chain, signed: string, text: string): Promise<Mismatch | undefined> {
  const signature = /[1-9A-HJ-NP-Za-km-z]{80,90}/.exec(text)?.[0];
  if (signature === undefined)
    return { detail: 'X-Payment-Receipt has no transaction signature of the chain.', expected: signed, actual: text };
  const found = await receiptOf(chain, 'getTransaction', signature, asked);
  if (!isObject(found))
    return { detail: 'The chain does not have the transaction of the receipt.', expected: signed, actual: signature };
  const failure = valueAt(found, '/meta/err');
  if (failure !== null)
    return { detail: 'The transaction of the receipt failed.', expected: signed, actual: { signature, failure } };
  const landed = String(valueAt(found, '/transaction/0'));
  if (messageOf(landed) === messageOf(signed)) return undefined;
  const detail = 'The transaction of the receipt moves the payment not at all.';
  return { detail, expected: signed, actual: { signature, transaction: landed } };
}

/** The bytes that are signed, in base64. */
function messageOf(transaction: string): string {
  const bytes = Buffer.from(transaction, 'base64');
  return bytes.subarray(1 + signatureSize * (bytes[0] ?? 0)).toString('base64');
}
