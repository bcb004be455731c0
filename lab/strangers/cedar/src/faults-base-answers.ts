import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** More faults of the per-call host: single fields of challenges, envelopes and receipts, and what a failure is called. */
export const baseAnswerFaults: Fault[] = [
  f(
    'text-price-without-fee',
    'price.amount of a text challenge is the sum of its breakdown, without the fee that accepts has',
    'Every paid call carries a flat 0.001 USD transaction fee; the quoted `price.amount` already includes it.',
  ),
  f(
    'poll-url-absolute',
    'poll_url of an image job is a whole URL',
    '`poll_url` (a path; prefix it with the origin posted to)',
  ),
  f(
    'poll-receipt-is-job-id',
    'X-Payment-Receipt of a poll is the id of the job',
    '`X-Payment-Receipt` (transaction hash)',
  ),
  f(
    'refreshed-link-keeps-deadline',
    'a refreshed link of a face group ends when the first one would have ended',
    'link valid 120 seconds; calling init again with `groupId` refreshes the link',
  ),
  f(
    'search-timeout-is-504',
    'a web search whose provider does not answer in time is 504',
    'a gateway error or a 30 second upstream timeout is 500 `Internal server error`',
  ),
  f(
    'retired-outcome-not-found',
    'outcomes/{id} of the retired prediction endpoints is 404; the other four are 410',
    'The canonical-matching endpoints (matching-markets, matching-markets/pairs, markets, markets/listings, outcomes/{id}) are retired and return 410.',
  ),
];
