import { hash } from 'node:crypto';
import type { IncomingCall } from '../http/request.ts';
import type { Offer } from './offer.ts';

/** Names the one request that a payment is for: an EIP-3009 signature says what is paid, not for what. */
export function fingerprint({ method, path, query }: IncomingCall, body: Uint8Array, offer: Offer): string {
  const terms = JSON.stringify([method, path, query, offer.amount, offer.payTo, offer.network, offer.asset]);
  return hash('sha256', Buffer.concat([Buffer.from(terms), body]));
}
