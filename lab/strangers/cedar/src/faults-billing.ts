import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'account', says, quote });

/** More faults of the account host: what is charged, and what usage says of it. */
export const billingFaults: Fault[] = [
  f(
    'long-context-inclusive',
    'a request of exactly the threshold is repriced',
    'some models reprice the whole request above a prompt-token threshold',
  ),
  f(
    'long-context-sibling-forgotten',
    'the 5.6 models of the family are not repriced, although the price sheet has their threshold',
    'For one provider family the threshold is 272K prompt tokens, with input at 2x and output at 1.5x.',
  ),
  f(
    'messages-stream-at-maximum',
    'a streamed messages call is charged for all of max_tokens',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  f(
    'flex-stream-full-rate',
    'a stream that the flex tier served is billed at the standard rate',
    'Billing follows the tier the response reports.',
  ),
  f(
    'usage-tier-as-asked',
    'the usage row of a flex request says flex also when the standard tier served and was billed',
    'Each row carries `service_tier`; absent means standard.',
  ),
  f(
    'unconfirmed-flex-charged',
    'an answer without a tier is refused with 502 and charged nevertheless',
    '| 502 | `FLEX_TIER_UNCONFIRMED` | upstream answered without reporting the flex tier; not charged |',
  ),
  f(
    'any-service-tier',
    'any service_tier is taken, and ignored unless it is flex',
    '| service_tier | string | no | `flex` only.',
  ),
  f(
    'image-n-unbilled',
    'several images of one call are charged as one',
    '| POST | /v1/images/generations | image generation | per image |',
  ),
  f(
    'video-charged-every-poll',
    'each poll of a finished video is charged',
    'first completed poll settles payment exactly once; later polls return `already_settled`',
  ),
  f(
    'failed-video-charged',
    'a video that failed is charged by its first poll',
    'A failed generation is never charged.',
  ),
  f(
    'video-poll-any-key',
    'a video can be polled with another key, which then pays for it',
    'returns 202 with `poll_url`, to be used verbatim with the same key',
  ),
  f(
    'csv-always-24h',
    'the CSV export ignores the window and holds the last 24 hours',
    'the same rows as one CSV download for the whole window',
  ),
  f(
    'csv-without-tier',
    'the CSV export has no column for the tier',
    'the same rows as one CSV download for the whole window',
  ),
  f(
    'usage-to-ignored',
    'of from and to only from is kept',
    'query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`',
  ),
  f(
    'pricing-uncounted',
    'the price sheet is not limited',
    '| `GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP |',
  ),
];
