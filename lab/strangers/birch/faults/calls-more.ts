import type { Fault } from '../faults.ts';
import { moreTextFaults } from './calls-more-text.ts';

/** More faults of payments, jobs and images. */
export const callsMoreFaults: Fault[] = [
  {
    id: 'underpay-tolerance',
    host: 'base',
    says: 'An authorization for up to one percent less than the price is taken.',
    quote: 'mismatch, underfunded, expired window or stale blockhash | rejected',
  },
  {
    id: 'recipient-jobs',
    host: 'base',
    says: 'For image and video jobs accepted.payTo is compared but not the recipient that is signed.',
    quote: 'signature, amount, network and recipient match | verified',
  },
  {
    id: 'claim-per-route',
    host: 'base',
    says: 'A nonce is claimed per route: one authorization also pays a call of the same price on another route.',
    quote: 'Authorizations are single-use.',
  },
  {
    id: 'garbled-as-missing',
    host: 'base',
    says: 'A payment header that cannot be decoded is answered like none: Payment Required, without a code.',
    quote: '| 402 | `Payment Required` | no payment header |',
  },
  {
    id: 'quote-remembered',
    host: 'base',
    says: 'Text calls take any price that their path has quoted before: the quote of a small call pays a large one.',
    quote: 'challenged | retry with signed authorization | signature, amount, network and recipient match | verified',
  },
  {
    id: 'www-authenticate-get',
    host: 'base',
    says: 'Challenges of GET operations lack the header WWW-Authenticate.',
    quote: '`X-Payment-Required` / `PAYMENT-REQUIRED` (base64 JSON) and `WWW-Authenticate`.',
  },
  {
    id: 'poll-unsigned',
    host: 'base',
    says: 'Polls read the wallet of the payment header without comparing it with the signature: anyone can name it.',
    quote: 'requires a payment header signed by the wallet that submitted the POST',
  },
  {
    id: 'poll-race',
    host: 'base',
    says: 'Two polls at once of a finished job, each with a fresh signature, both settle it.',
    quote: 'first completed poll settles payment exactly once',
  },
  {
    id: 'n-after-402',
    host: 'base',
    says: 'An image request with n of 0 or 11 gets a challenge, and its 400 only once it is signed.',
    quote: 'default 1, 1 to 10; validated before the 402',
  },
  {
    id: 'image-response-format',
    host: 'base',
    says: 'With response_format b64_json the images come as b64_json, without url, source_url and backed_up.',
    quote: 'Unknown fields (quality, style, response_format and similar) are ignored.',
  },
  {
    id: 'fee-per-image',
    host: 'test',
    says: 'The flat fee is charged for every image of a call.',
    quote: 'plus 0.001 once per call',
  },
  {
    id: 'mirror-first-only',
    host: 'test',
    says: 'Of several images only the first is mirrored: the others come as raw upstream values.',
    quote: 'hosted URL when the mirror to durable storage worked, for every model including base64-output ones',
  },
  {
    id: 'replay-job-forgotten',
    host: 'test',
    says: 'Once an image is settled, the replay of its authorization no longer names the job.',
    quote: 'Re-sending a used authorization returns 402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`',
  },
  {
    id: 'poll-settlement-once',
    host: 'test',
    says: 'A job whose settlement fails on a poll turns to failed, so the next poll cannot settle it.',
    quote: '402 `Payment settlement failed` (image ready, retry or re-sign)',
  },
  ...moreTextFaults,
];
