import type { Fault } from '../faults.ts';

function fault(id: string, says: string, quote: string): Fault {
  return { id, host: 'account', says, quote };
}

/** Faults of media, faces, phone and data. */
export const mediaFaults: Fault[] = [
  fault(
    'image-stall-charged',
    'An image job that stalls after an hour is charged, although its poll says that it is not.',
    '| in_progress | 1 hour without finishing (images) | | failed | stall message, never charged |',
  ),
  fault(
    'job-settles-twice',
    'A second poll that comes within moments of the first settles a completed job once more.',
    'first completed poll settles payment exactly once; later polls return `already_settled`',
  ),
  fault(
    'video-motion-range',
    'VID-R takes every duration between its shortest and its longest.',
    '| VID-R | 4, 8 or 12 only (default 4) |',
  ),
  fault(
    'video-reel-2-default',
    'A request to VID-G2 without a resolution is made and charged at 720p.',
    'off-list gives 400 before payment; default 720p for family S, 480p for family G',
  ),
  fault(
    'video-reference-face',
    'Reference images together with a face asset are accepted.',
    'own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`',
  ),
  fault(
    'face-refresh-link',
    'A new init with groupId answers a link that ends when the first one did.',
    'link valid 120 seconds; calling init again with `groupId` refreshes the link',
  ),
  fault(
    'speech-bytes',
    'The characters of a speech input are counted, and charged, as bytes of UTF-8.',
    'price is characters divided by 1000, times the rate, plus 5 percent',
  ),
  fault(
    'speech-no-cap',
    'A long input of the prompt-directed model makes more than 120 seconds, at more than the maximum price.',
    'output is capped at 120 seconds (maximum quote 0.36)',
  ),
  fault(
    'effect-whole-seconds',
    'The duration of a sound effect must be a whole number.',
    '`duration_seconds` (number 0.5 to 22, auto if omitted)',
  ),
  fault(
    'music-lyrics-false',
    'Lyrics are refused as soon as instrumental is sent, even as false.',
    '`lyrics` (string, not combinable with `instrumental: true`, else 400)',
  ),
  fault(
    'renew-from-now',
    'A renewal adds 30 days to the present time instead of the expiry, so that the days left are lost.',
    'renew (before expiry only) adds 30 days from the current expiry',
  ),
  fault(
    'fraud-lookup-loose',
    'The fraud look-up ignores unknown keys of its body.',
    'an unknown key gives 400 `Invalid request body` with the offending keys in `details`',
  ),
  fault(
    'call-busy-refund',
    'A call that ends with BUSY is refunded as if the carrier had failed.',
    '| BUSY | destination busy | yes |',
  ),
  fault(
    'sandbox-lifetime',
    'A sandbox lives for 300 seconds, whatever timeout it was created with.',
    'auto-terminate at the configured timeout',
  ),
  fault(
    'websearch-status',
    'A refusal of the search provider becomes 400 whatever its status was; only the body keeps it.',
    'Web-search upstream 4xx statuses (400 to 499) pass through',
  ),
  fault(
    'similar-five',
    'Find-similar returns 5 results when numResults is left out.',
    '| find-similar | `url` (required); `numResults` (default 10, max 100);',
  ),
  fault(
    'social-window-extends',
    'Each refused call starts the hour of the social limit anew, so that a client that keeps asking is never let in.',
    '| Social data | 120 requests per hour per client (wallet or IP); 100 users per lookup |',
  ),
  fault(
    'prediction-platform',
    'A cross-venue search without q is answered when platform is sent.',
    '(`q` required, missing gives 422; optional `platform`)',
  ),
  fault(
    'history-to-cached',
    'The default end of a price history is the time of the first history that was asked for.',
    '`from` and `to` (unix seconds; `to` defaults to now)',
  ),
  fault(
    'crypto-wallet-unchecked',
    'Crypto data about a wallet is answered and charged without its required address.',
    'A missing required parameter gives 400 before payment.',
  ),
];
