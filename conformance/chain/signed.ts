/** What the payment header of a call signs. */

import { valueAt } from '../common/json.ts';
import { parseJson } from '../http/events.ts';
import type { Sent } from '../http/exchange.ts';

/** An authorization of EIP-3009, in lower case. */
export interface Signed {
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly nonce: string;
}

/** The payment in the header of a call; undefined where it has none. */
export function payloadIn({ headers }: Sent): unknown {
  const [, header = ''] = Object.entries(headers).find(([name]) => /^(payment-signature|x-payment)$/i.test(name)) ?? [];
  return parseJson(Buffer.from(header, 'base64').toString());
}

/** The authorization that a payment signs; undefined where it signs none. */
export function signedIn(payload: unknown): Signed | undefined {
  const text = (pointer: string) => String(valueAt(payload, pointer) ?? '').toLowerCase();
  const authorization = (name: string) => text(`/payload/authorization/${name}`);
  if (authorization('nonce') === '') return undefined;
  return {
    asset: text('/accepted/asset'),
    from: authorization('from'),
    to: authorization('to'),
    value: authorization('value'),
    nonce: authorization('nonce'),
  };
}

/** The hash in a receipt that is written in hexadecimal, in lower case. */
export function hashIn(receipt = ''): string | undefined {
  return /0x[\da-f]{64}/i.exec(receipt)?.[0].toLowerCase();
}
