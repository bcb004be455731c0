import type { Hex } from '../../wallet/keys.ts';
import { encodePayment, type Payment, type SignedAuthorization, type SignedTransaction } from '../../wallet/wallet.ts';

/** The value of a payment header, and how it differs from the original. */
export interface Encoding {
  /** The difference, as the end of "A used payment …". */
  readonly how: string;
  readonly header: string;
}

/** Order of the curve secp256k1: `s` and this number less `s` make two signatures of the same message. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** One payment in other encodings, each of which some parser reads as the same payment. */
export function encodings(payment: Payment): readonly Encoding[] {
  const original = encodePayment(payment);
  const { payload } = payment;
  const others = 'authorization' in payload ? authorizations(payload) : transactions(payload);
  return [
    { how: 'without the padding of its base64', header: original.replace(/=+$/, '') },
    { how: 'in base64url', header: original.replaceAll('+', '-').replaceAll('/', '_') },
    { how: 'with indented JSON', header: Buffer.from(JSON.stringify(payment, null, 2)).toString('base64') },
    { how: 'with its fields in another order', header: encodePayment(reversed(payment)) },
    { how: 'with an additional field', header: encodePayment({ ...payment, note: 'again' }) },
    {
      how: 'in version 1 of the protocol',
      header: encodePayment({
        x402Version: 1,
        scheme: payment.accepted.scheme,
        network: payment.accepted.network,
        payload: payment.payload,
      }),
    },
    ...others.map(([how, spelled]) => ({ how, header: encodePayment({ ...payment, payload: spelled }) })),
  ];
}

type EncodedPayloads<Payload> = readonly (readonly [how: string, payload: Payload])[];

function authorizations({ authorization, signature }: SignedAuthorization): EncodedPayloads<SignedAuthorization> {
  const { from, nonce } = authorization;
  const saying = (change: Partial<typeof authorization>, signed: Hex = signature) => ({
    signature: signed,
    authorization: { ...authorization, ...change },
  });
  return [
    ['with its payer in lower case', saying({ from: lower(from) })],
    ['with its payer in upper case', saying({ from: upper(from) })],
    ['with its nonce in upper case', saying({ nonce: upper(nonce) })],
    ['with its signature in upper case', saying({}, upper(signature))],
    ['with the malleated twin of its signature', saying({}, twin(signature))],
  ];
}

/** The fee payer has not signed yet, so its signature may have any value. */
function transactions({ transaction }: SignedTransaction): EncodedPayloads<SignedTransaction> {
  const wire = Buffer.from(transaction, 'base64');
  const filled = (bytes: Uint8Array) => ({
    transaction: Buffer.concat([wire.subarray(0, 1), bytes, wire.subarray(65)]).toString('base64'),
  });
  return [
    ['without the padding of its transaction', { transaction: transaction.replace(/=+$/, '') }],
    ['with its transaction in base64url', { transaction: wire.toString('base64url') }],
    ['with arbitrary bytes for the signature of the fee payer', filled(Buffer.alloc(64, 7))],
    ['with its own signature for that of the fee payer', filled(wire.subarray(65, 129))],
  ];
}

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, inner]) => [name, reversed(inner)]),
  );
}

function lower(hex: Hex): Hex {
  return `0x${hex.slice(2).toLowerCase()}`;
}

function upper(hex: Hex): Hex {
  return `0x${hex.slice(2).toUpperCase()}`;
}

/** The other valid signature of the same key over the same message (malleability of ECDSA). */
function twin(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}
