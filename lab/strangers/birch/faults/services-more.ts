import type { Fault } from '../faults.ts';

/** More faults of video and audio. */
const mediaServices: Fault[] = [
  {
    id: 'video-s25-seed-discount',
    host: 'base',
    says: 'A clip of VID-S25 that starts from an image is charged 10 percent less than one from text.',
    quote: 'Image seeding has no discount.',
  },
  {
    id: 'video-audio-ungated',
    host: 'base',
    says: 'Only reference videos are gated: a request with reference_audios goes on to the 402.',
    quote: 'currently gated with 503; flat `audio_url` gives 400',
  },
  {
    id: 'video-jpeg-unchecked',
    host: 'base',
    says: 'Of data URIs that are declared as JPEG the bytes are not looked at, so text passes as an image.',
    quote: 'data URIs are checked as real image bytes before any payment',
  },
  {
    id: 'video-reference-with-face',
    host: 'base',
    says: 'Reference images are taken together with a face asset.',
    quote: 'own mode, cannot combine with `image_url`, `last_frame_url`, `real_face_asset_id`',
  },
  {
    id: 'video-s15-default-tier',
    host: 'base',
    says: 'Without a resolution VID-S15 makes and charges 480p, the default of the other family.',
    quote: '| VID-S15 | 4 to 12 (default 5) | 480p, 720p (default), 1080p | |',
  },
  {
    id: 'video-poll-receipt',
    host: 'base',
    says: 'The settling poll of a job created by POST /api/v1/videos carries no receipt headers.',
    quote: '`PAYMENT-RESPONSE` (settlement receipt) and `X-Payment-Receipt` (transaction hash)',
  },
  {
    id: 'video-claim-day',
    host: 'test',
    says: 'A finished clip that was not polled is gone after 24 hours.',
    quote: 'by re-polling the same `poll_url` with a fresh signature from the same wallet for about 48 hours',
  },
  {
    id: 'video-stays-queued',
    host: 'test',
    says: 'A video job that its upstream has started is still called queued until it is finished.',
    quote: '| queued | upstream starts | | in_progress | |',
  },
  {
    id: 'speech-minimum-margin',
    host: 'base',
    says: 'The margin is put on top of the minimum too, so a short text costs 0.00315 instead of 0.003.',
    quote: 'price is characters divided by 1000, times the rate, plus 5 percent, minimum 0.003',
  },
  {
    id: 'speech-expressive-limit',
    host: 'base',
    says: 'The expressive model takes texts up to the limit of the multilingual one, 10,000 characters.',
    quote: '| expressive v3 | 0.10 per 1k characters | 5,000 |',
  },
  {
    id: 'directed-voice-refused',
    host: 'base',
    says: 'The prompt-directed speech model refuses a request that names a voice with 400.',
    quote: 'The prompt-directed model ignores `voice`',
  },
  {
    id: 'music-lyrics-missing',
    host: 'test',
    says: 'A sung track made without lyrics of the caller comes back without its lyrics.',
    quote: '`lyrics` present unless instrumental',
  },
];

/** More faults of phone, faces, sandboxes and data services, and those of video and audio. */
export const servicesMoreFaults: Fault[] = [
  ...mediaServices,
  {
    id: 'phone-list-unknown-key',
    host: 'base',
    says: 'The list of phone numbers takes a body with unknown keys.',
    quote: 'an unknown key gives 400 `Invalid request body` with the offending keys in `details`',
  },
  {
    id: 'renew-late',
    host: 'base',
    says: 'A number that has expired but is still listed can be renewed.',
    quote: 'after `expires_at` the number is reclaimed and re-pooled and cannot be renewed',
  },
  {
    id: 'call-length-seconds',
    host: 'test',
    says: 'The call_length of a call record is in seconds.',
    quote: '`call_length` (number, minutes)',
  },
  {
    id: 'face-handle-400',
    host: 'base',
    says: 'The face status answers 400 for a handle that has not the length of an issued one.',
    quote: '404 `Unknown group` (the same answer for absent and malformed handles)',
  },
  {
    id: 'face-init-penalty',
    host: 'test',
    says: 'Each face init that is refused starts the hour anew, so a caller that retries is never let in again.',
    quote: '| Face init | 10 per hour per IP |',
  },
  {
    id: 'portrait-mirror-url',
    host: 'base',
    says: 'A portrait whose copy failed still names the hosted copy, which does not exist, as its image_url.',
    quote: '`image_url` (hosted mirror, falling back to the supplied URL)',
  },
  {
    id: 'sandbox-terminate-twice',
    host: 'test',
    says: 'Terminating a sandbox that has terminated is refused with 409.',
    quote: 'terminate on a terminated sandbox is a no-op',
  },
  {
    id: 'websearch-status-flat',
    host: 'base',
    says: 'Whatever 4xx the search provider answers, the caller gets 400.',
    quote:
      'Web-search upstream 4xx statuses (400 to 499) pass through with `error: Bad Request`, `status` and `details`',
  },
  {
    id: 'sports-discovered',
    host: 'base',
    says: 'The withdrawn sports group is described in openapi.json and in the price sheet.',
    quote: 'is temporarily unavailable (upstream 500) and withheld from discovery',
  },
  {
    id: 'pm-retired-outcome',
    host: 'test',
    says: 'The retired path outcomes/{id} answers 404 like a path that never was.',
    quote:
      '(matching-markets, matching-markets/pairs, markets, markets/listings, outcomes/{id}) are retired and return 410',
  },
  {
    id: 'history-to-cached',
    host: 'base',
    says: 'The default of to in a price history is the time at which the gateway was started.',
    quote: '`to` defaults to now',
  },
  {
    id: 'stocks-foreign-symbol',
    host: 'base',
    says: 'Symbols are looked up in all equity markets: a US ticker has a price in the market hk.',
    quote: 'Unknown symbol gives 404, no charge.',
  },
];
