import type { Hex } from '../../wallet/hex.ts';
import { encodePayment, type Payment, type SignedAuthorization, type SignedTransaction } from '../../wallet/wallet.ts';

/** The value of a payment header, and how it differs from the honest one. */
export interface Respelling {
  /** The end of "a payment …". */
  readonly how: string;
  readonly header: string;
}

/** Order of the curve secp256k1: `s` and this number less `s` make two signatures of the same message. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** One payment in other spellings, each of which some reader takes for the same. */
export function respellings(payment: Payment): readonly Respelling[] {
  const honest = encodePayment(payment);
  const { payload } = payment;
  const others = 'authorization' in payload ? authorizations(payload) : transactions(payload);
  return [
    { how: 'without the padding of its base64', header: honest.replace(/=+$/, '') },
    { how: 'in the alphabet of URLs', header: honest.replaceAll('+', '-').replaceAll('/', '_') },
    { how: 'with its JSON indented', header: Buffer.from(JSON.stringify(payment, null, 2)).toString('base64') },
    { how: 'with its fields in another order', header: encodePayment(reversed(payment)) },
    { how: 'with a field that nobody reads', header: encodePayment({ ...payment, note: 'again' }) },
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

type Respelled<Payload> = readonly (readonly [how: string, payload: Payload])[];

function authorizations({ authorization, signature }: SignedAuthorization): Respelled<SignedAuthorization> {
  const { from, nonce } = authorization;
  const saying = (change: Partial<typeof authorization>, signed: Hex = signature) => ({
    signature: signed,
    authorization: { ...authorization, ...change },
  });
  return [
    ['with its payer in lower case', saying({ from: lower(from) })],
    ['with its payer in upper case', saying({ from: upper(from) })],
    ['with its identifier in upper case', saying({ nonce: upper(nonce) })],
    ['with its signature in upper case', saying({}, upper(signature))],
    ['with the twin of its signature', saying({}, twin(signature))],
  ];
}

/** The place of the fee payer's signature is open, so that anything may stand there. */
function transactions({ transaction }: SignedTransaction): Respelled<SignedTransaction> {
  const wire = Buffer.from(transaction, 'base64');
  const filled = (bytes: Uint8Array) => ({
    transaction: Buffer.concat([wire.subarray(0, 1), bytes, wire.subarray(65)]).toString('base64'),
  });
  return [
    ['without the padding of its transaction', { transaction: transaction.replace(/=+$/, '') }],
    ['with its transaction in the alphabet of URLs', { transaction: wire.toString('base64url') }],
    ["with something in the place of the fee payer's signature", filled(Buffer.alloc(64, 7))],
    ["with its signature in the fee payer's place too", filled(wire.subarray(65, 129))],
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

/** The other signature of the same key over the same message. */
function twin(signature: Hex): Hex {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `0x${signature.slice(2, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}
