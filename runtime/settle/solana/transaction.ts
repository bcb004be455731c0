import { binToBase58 } from '@bitauth/libauth';
import { address } from '@solana/addresses';
import { getTransactionDecoder, getTransactionEncoder } from '@solana/transactions';
import type { Payment } from '../../operation/payment.ts';
import { addressOfSecret, secretOf, signWith } from '../../payment/svm/key.ts';

/** The transaction of a payment with all signatures. */
export interface SignedTransaction {
  /** In base64. */
  readonly wire: string;
  /** Its id on the chain: the signature of the fee payer, in base58. */
  readonly signature: string;
}

/** The account that pays fees. */
export interface FeePayer {
  readonly address: string;
  /** Signs the transaction of a payment, always with the same signature. */
  complete(payment: Payment): SignedTransaction;
}

/** Opens the account of a key: base58 of 64 bytes, or a JSON array of them. */
export function openFeePayer(key: string): FeePayer {
  const secret = secretOf(key.trim());
  const own = secret && addressOfSecret(secret);
  if (!secret || own === undefined)
    throw new Error('The key of the settler is not 64 bytes of a Solana key, in base58 or as a JSON array.');
  const account = address(own);

  const completed = new WeakMap<Payment, SignedTransaction>();

  const sign = ({ proof: { transaction = '' } }: Payment): SignedTransaction => {
    const { messageBytes, signatures } = getTransactionDecoder().decode(Buffer.from(transaction, 'base64'));
    const bytes = signWith(secret, Uint8Array.from(messageBytes));
    const signed = { messageBytes, signatures: { ...signatures, [account]: bytes } };
    // A signature is 64 bytes. Its branded type does not accept a plain array.
    const wire = getTransactionEncoder().encode(
      signed as Parameters<ReturnType<typeof getTransactionEncoder>['encode']>[0],
    );
    return { wire: Buffer.from(wire).toString('base64'), signature: binToBase58(bytes) };
  };

  return {
    address: own,
    complete(payment) {
      const complete = completed.get(payment) ?? sign(payment);
      completed.set(payment, complete);
      return complete;
    },
  };
}
