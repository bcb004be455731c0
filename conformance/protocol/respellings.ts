import type { Hex } from '../wallet/hex.ts';
import { encodePayment, type Payment } from '../wallet/wallet.ts';

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
  const { authorization, signature } = payment.payload;
  const { from, nonce } = authorization;
  const saying = (how: string, change: Partial<typeof authorization>, signed: Hex = signature) => ({
    how,
    header: encodePayment({
      ...payment,
      payload: { ...payment.payload, signature: signed, authorization: { ...authorization, ...change } },
    }),
  });
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
    saying('with its payer in lower case', { from: lower(from) }),
    saying('with its payer in upper case', { from: upper(from) }),
    saying('with its identifier in upper case', { nonce: upper(nonce) }),
    saying('with its signature in upper case', {}, upper(signature)),
    saying('with the twin of its signature', {}, twin(signature)),
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
