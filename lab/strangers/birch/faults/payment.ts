import type { Fault } from '../faults.ts';
import { textFaults } from './payment-text.ts';

/** Faults of payments, text and discovery. */
export const paymentFaults: Fault[] = [
  {
    id: 'x-payment-get',
    host: 'base',
    says: 'X-Payment is read on POST only: a GET operation takes nothing but PAYMENT-SIGNATURE.',
    quote: '`X-Payment` is accepted too.',
  },
  {
    id: 'nonce-case',
    host: 'base',
    says: 'A used authorization is taken again when the hex digits of its nonce are written in the other case.',
    quote: 'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
  },
  {
    id: 'claim-race',
    host: 'base',
    says: 'The nonce is looked up some milliseconds before it is claimed: one authorization pays two calls at once.',
    quote: 'Authorizations are single-use.',
  },
  {
    id: 'expiry-grace',
    host: 'base',
    says: 'An authorization is still taken in the minute after its validBefore.',
    quote: 'mismatch, underfunded, expired window or stale blockhash | rejected',
  },
  {
    id: 'exact-balance',
    host: 'base',
    says: 'A wallet that holds exactly the price is refused as unfunded.',
    quote: 'retry with signed authorization | signature, amount, network and recipient match | verified',
  },
  {
    id: 'network-namespace',
    host: 'test',
    says: 'Only the namespace of accepted.network is compared: a payload that names another EVM chain is taken.',
    quote: 'signature, amount, network and recipient match | verified',
  },
  {
    id: 'header-cached',
    host: 'test',
    says: 'The challenge headers of a path keep the requirement of its first challenge, whatever this call costs.',
    quote: 'The same requirements are in the headers `X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON)',
  },
  {
    id: 'price-without-fee',
    host: 'test',
    says: 'price.amount in the 402 of text models leaves the flat fee out; accepts asks for it.',
    quote: 'Every paid call carries a flat 0.001 USD transaction fee; the quoted `price.amount` already includes it.',
  },
  {
    id: 'background-window',
    host: 'base',
    says: 'The challenge of a background response has the window of the media jobs, 600 seconds.',
    quote: 'The Base challenge window is 300 seconds; async image and video challenges use 600.',
  },
  {
    id: 'path-unsettled',
    host: 'base',
    says: 'Chat with the model in the path gives its answer with 200 although the settlement failed.',
    quote: '| settled | settlement itself fails after the call | | 402 `Payment settlement failed` | |',
  },
  {
    id: 'receipt-nonce',
    host: 'test',
    says: 'X-Payment-Receipt of text calls holds the nonce of the authorization instead of the transaction hash.',
    quote: '`PAYMENT-RESPONSE` (settlement receipt) and `X-Payment-Receipt` (transaction hash)',
  },
  {
    id: 'reject-charged',
    host: 'base',
    says: 'A chat call that the provider rejects answers 400 and is charged all the same.',
    quote: '| verified | upstream call fails or is rejected | | not charged | nothing settles |',
  },
  ...textFaults,
];
