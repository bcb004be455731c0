import { accountDetailFaults } from './faults-account-details.ts';
import { accountServiceFaults } from './faults-account-services.ts';
import { accountFaults } from './faults-account.ts';
import { baseAnswerFaults } from './faults-base-answers.ts';
import { baseDetailFaults } from './faults-base-details.ts';
import { billingFaults } from './faults-billing.ts';
import { decideFaults } from './faults-decide.ts';
import { mediaFaults } from './faults-media.ts';
import { paymentFaults } from './faults-payment.ts';
import { serviceFaults } from './faults-services.ts';

export interface Fault {
  id: string;
  host: 'base' | 'account';
  says: string;
  quote: string;
}
const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** What each fault does wrong, and the sentence of the documents that refuses it. */
export const faults: Fault[] = [
  f(
    'claim-after-call',
    'the authorization is claimed only when the upstream has answered, so racing copies are all served and settled',
    'the authorization identifier is claimed; reuse returns 402 code `PAYMENT_REPLAY`',
  ),
  f(
    'replay-by-spelling',
    'claims are kept under the spelling of address and nonce, so the same authorization in capitals passes again',
    'Authorizations are single-use.',
  ),
  f(
    'overpayment-accepted',
    'a signed value above the price is accepted and settled',
    'signature, amount, network and recipient match',
  ),
  f(
    'window-by-wall-clock',
    "the authorization's window is checked by the machine's clock, not by the gateway's, so a payment older than its window passes",
    'mismatch, underfunded, expired window or stale blockhash',
  ),
  f(
    'unfunded-is-invalid',
    'a wallet without funds gets PAYMENT_INVALID instead of PAYMENT_UNFUNDED',
    '402 with code `PAYMENT_INVALID`, `PAYMENT_UNFUNDED` or `PAYMENT_BLOCKHASH_STALE`',
  ),
  f(
    'content-without-settlement',
    'the answer is released with 200 although its settlement failed',
    '| 402 | `Payment settlement failed` | settlement failed after the call |',
  ),
  f(
    'cut-stream-settles',
    'a chat stream that the provider cuts is settled nevertheless',
    '| verified | upstream call fails or is rejected | | not charged | nothing settles |',
  ),
  f(
    'chat-platform-margin',
    'chat quotes carry a margin of 5 percent, in the amount and in the breakdown',
    'Chat, messages and responses add no platform margin.',
  ),
  f(
    'native-for-everyone',
    'the native passthrough serves wallets that are not on the allowlist',
    'native passthrough | token-based; only allowlisted enterprise payers',
  ),
  f(
    'search-query-in-bytes',
    'the length of a search query is counted in bytes, so 1000 characters with accents are refused',
    '`query` string, required, length 1 to 1000',
  ),
  f(
    'replay-hides-job',
    'the replay answer of an image payment does not name its job',
    'Re-sending a used authorization returns 402 `{code: PAYMENT_REPLAY, job_id, poll_url, recoverable: true}`.',
  ),
  f(
    'every-fresh-poll-settles',
    'each poll of a finished job with a fresh signature settles that signature too',
    'first completed poll settles payment exactly once; later polls return `already_settled`',
  ),
  f(
    'finished-job-for-any-wallet',
    'a finished job can be polled by a wallet that did not submit it',
    'Polling an async image or video job requires a payment header signed by the wallet that submitted the POST',
  ),
  f(
    'poll-settlement-failure-is-final',
    'a job whose settling poll failed once can never be settled again',
    '402 `Payment settlement failed` (image ready, retry or re-sign)',
  ),
  f(
    'image-never-stalls',
    'an image job that does not finish within an hour goes on running',
    '| in_progress | 1 hour without finishing (images) | | failed | stall message, never charged |',
  ),
  f(
    'claimable-one-hour',
    'the result of a video job that was not polled is gone after one hour',
    'its result stays claimable by re-polling the same `poll_url` with a fresh signature from the same wallet for about 48 hours',
  ),
  f('poll-query-unsigned', 'the query of a video poll URL is not verified', 'a hand-built query gives 400'),
  f('img-c-tall-cell', 'IMG-C at 768x1344 is billed like 1440x1440', '0.01675 up to 1344 sizes, 0.022 at 1440x1440'),
  f(
    'base64-source-kept',
    'source_url of a base64 output keeps the data URI',
    'for base64 outputs only the MIME type is kept',
  ),
  f('video-window-300', 'video challenges offer 300 seconds', 'async image and video challenges use 600'),
  f(
    'video-1080p-factor-2',
    '1080p of family S is billed at twice the price of 720p',
    'times resolution factor (480p 0.5, 1080p 2.25, 4K 9)',
  ),
  f(
    'speech-v3-max-10000',
    'the expressive v3 model takes 10,000 characters',
    '| expressive v3 | 0.10 per 1k characters | 5,000 |',
  ),
  f(
    'listing-by-spelling',
    "a wallet's portraits are not found under the checksummed form of its address",
    "lists a wallet's portraits (EVM 0x form or Solana base58), free",
  ),
  f(
    'renew-from-today',
    'renewing adds 30 days from today, so that early renewal loses days',
    'renew (before expiry only) adds 30 days from the current expiry',
  ),
  f(
    'ambiguous-from-guessed',
    'a call without from by a wallet with two numbers takes the first',
    'wallet-owned number; omitted uses the only active number; several owned gives 400 `ambiguous_from`',
  ),
  f(
    'phone-list-takes-any-key',
    'numbers/list accepts unknown keys',
    'an unknown key gives 400 `Invalid request body` with the offending keys in `details`',
  ),
  f(
    'sandbox-outlives-timeout',
    'a sandbox goes on running after its configured timeout',
    '`terminated` after terminate or when the lifetime ends (auto-terminate at the configured timeout)',
  ),
  f('social-duplicates-billed', 'a user named twice is looked up and billed twice', 'duplicates removed'),
  f(
    'empty-page-is-charged',
    'a page of no followers is charged',
    'continue until `has_next_page` is false; no charge if nothing returned',
  ),
  f(
    'social-limit-by-ip-only',
    'the limit of social data is not kept for paying wallets',
    '| Social data | 120 requests per hour per client (wallet or IP); 100 users per lookup |',
  ),
  f(
    'venue-b-sort-short',
    'sort=close_time is refused for the markets of venue B',
    '`sort` (`volume`, `open_interest`, `price_desc`, `price_asc`, `close_time`)',
  ),
  f(
    'exchange-without-pair',
    'exchange endpoints of crypto data take a call without pair',
    'Known required parameters: `pair` for exchange endpoints',
  ),
  f(
    'reset-in-seconds',
    'X-RateLimit-Reset of the metadata endpoints is in seconds',
    'with header `X-RateLimit-Reset: <unix-ms>`',
  ),
  ...paymentFaults,
  ...mediaFaults,
  ...serviceFaults,
  ...accountFaults,
  ...billingFaults,
  ...decideFaults,
  ...accountDetailFaults,
  ...baseDetailFaults,
  ...accountServiceFaults,
  ...baseAnswerFaults,
];
