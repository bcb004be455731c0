import type { Fault } from '../faults.ts';

function fault(id: string, says: string, quote: string): Fault {
  return { id, host: 'account', says, quote };
}

/** Faults of text, judgments, catalogs, images, videos and search that came last. */
export const lastFaults: Fault[] = [
  fault(
    'chat-max-tokens-zero',
    'Chat takes 0 for max_tokens as if it were left out.',
    '| max_tokens | integer | no | 1 to 128000.',
  ),
  fault(
    'responses-min-sixteen',
    'A response with max_output_tokens below 16 is refused.',
    '| max_output_tokens | integer | no | Minimum 1. Bounds the quoted price. |',
  ),
  fault(
    'messages-native-429',
    'Messages answers the limit of a capacity pool in the shape of its own format, without code, source and time.',
    '429 body: `{error: Rate limited, code: RATE_LIMITED, source: <source-tag>, retry_after_seconds: integer,',
  ),
  fault(
    'decide-shares-rounded',
    'The shares of a choice are rounded to two places, so that those of many options do not sum to 1.',
    'For `choice` the per-option scores are divided by their total so they sum to 1.',
  ),
  fault(
    'catalog-repeats-threshold',
    'The model catalog states the threshold of the models that have a long-context rate.',
    'On {api_url}, `GET /v1/models` does not repeat long-context thresholds;',
  ),
  fault(
    'pricing-unlimited',
    'The price sheet can be read without limit; only the catalogs count calls.',
    '| `GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP |',
  ),
  fault(
    'image-response-format',
    'An image request with response_format b64_json gets its images without url.',
    'Unknown fields (quality, style, response_format and similar) are ignored.',
  ),
  fault(
    'video-ratio-three-two',
    'Family G takes only those aspect ratios that family S has too: 3:2 and 2:3 are refused.',
    'family G: `16:9`, `9:16`, `1:1`, `4:3`, `3:4`, `3:2`, `2:3` (`adaptive` and `21:9` give 400)',
  ),
  fault(
    'video-failed-502',
    'The poll of a failed video job answers 502, that of an image job 200.',
    'failed (200) `{id, object, status: failed, model, error, payment_status: not_charged, note}`',
  ),
  fault(
    'search-news-objects',
    'The citations of news are objects with a title; those of the other sources are addresses.',
    '`citations` array of URI strings;',
  ),
];
