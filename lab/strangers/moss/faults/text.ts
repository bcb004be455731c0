import type { Fault } from '../faults.ts';

function fault(id: string, says: string, quote: string): Fault {
  return { id, host: 'account', says, quote };
}

/** Faults of text, billing, the record and limits. */
export const textFaults: Fault[] = [
  fault(
    'chat-created-ms',
    'The answer of a chat completion has its creation time in milliseconds.',
    '`created` integer (unix seconds)',
  ),
  fault(
    'messages-system-free',
    'The tokens of a system prompt are reported but not charged when it is an array of text blocks.',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  fault(
    'responses-bare-letter-id',
    'The provider prefix can only be left out where the id begins with a digit.',
    'the provider prefix is optional',
  ),
  fault(
    'responses-cut-silent',
    'A stream of the responses format that is cut simply stops.',
    'A stream that is cut or malformed ends with an error event.',
  ),
  fault(
    'messages-cut-charged',
    'A cut stream of the messages format is charged as if it were whole.',
    'A truncated or malformed stream produces an error event and is not recorded as a charge.',
  ),
  fault(
    'flex-output-full',
    'Flex halves the price of input tokens only.',
    '`service_tier: flex` halves the rate of every token class, including the long-context rate.',
  ),
  fault(
    'long-context-marginal',
    'Above the threshold only the tokens beyond it get the long-context input rate.',
    'some models reprice the whole request above a prompt-token threshold',
  ),
  fault(
    'flex-stream-unchecked',
    'A streamed flex request is served although no tier is reported.',
    'For flex requests the served tier is checked on the first stream chunk.',
  ),
  fault(
    'flex-unreported-run',
    'Flex on a model that cannot report its tier runs the request, and fails only afterwards.',
    'flex asked for a model that offers none or cannot report its served tier; refused before any charge',
  ),
  fault(
    'flex-stream-row',
    'The usage row of a streamed flex request does not show the tier.',
    'Each row carries `service_tier`; absent means standard.',
  ),
  fault(
    'charge-stale-price',
    'Input tokens of the chat-latest alias are charged at an older price than the published one.',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  fault(
    'search-timeout-charged',
    'A live search whose upstream never answers is charged.',
    "A request that fails on the service's side is not charged.",
  ),
  fault(
    'csv-first-page',
    'The CSV download ends after 100 rows.',
    'the same rows as one CSV download for the whole window',
  ),
  fault(
    'window-30d-short',
    'The window of 30 days reaches back 3 days.',
    'query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`',
  ),
  fault(
    'usage-same-moment',
    'Of several requests to one endpoint in the same millisecond the record shows only the last.',
    '`GET /v1/usage` returns one row per request.',
  ),
  fault(
    'summary-short-model',
    'The summary adds models of different providers together when they have the same name after the slash.',
    'totals over a window per day, model, endpoint, key',
  ),
  fault(
    'search-query-bytes',
    'The length of a search query is counted in bytes.',
    '`query` string, required, length 1 to 1000',
  ),
  fault(
    'decide-limit-shared',
    'The hourly limit of decide counts the calls of all keys together.',
    '| `POST /v1/decide` | 1000 calls per key per hour |',
  ),
  fault(
    'decide-remembers',
    'Decide repeats the answers to questions that it has seen before, whatever the state is now.',
    'Has no memory between calls; every needed fact goes in here.',
  ),
  fault(
    'decide-400-headers',
    'Decide leaves out its headers when it refuses an invalid request.',
    '`x-ratelimit-remaining` is on every response',
  ),
  fault(
    'catalog-limit-per-key',
    'The catalogs count calls per key, so that a second key has 100 more.',
    '| `GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP |',
  ),
  fault(
    'limit-429-extends',
    'A call that was refused for a limit starts its window anew.',
    '| `GET /api/health/*` | 60 requests per minute per IP |',
  ),
  fault(
    'sheet-long-output',
    'The price sheet states twice the output price above the threshold, while one and a half times is charged.',
    'For one provider family the threshold is 272K prompt tokens, with input at 2x and output at 1.5x.',
  ),
  fault(
    'retry-after-default',
    'The header Retry-After is missing when the upstream names no time.',
    '`Retry-After` (seconds; default 60 when the upstream gives none)',
  ),
];
