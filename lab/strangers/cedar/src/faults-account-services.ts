import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'account', says, quote });

/** More faults of the account host: keys, limits, metering of each service, totals and refusals. */
export const accountServiceFaults: Fault[] = [
  f(
    'summary-drops-rows-without-model',
    'the totals per endpoint leave out the rows that name no model, such as those of data and tools',
    'totals over a window per day, model, endpoint, key',
  ),
  f(
    'system-blocks-unbilled',
    'the tokens of a system prompt that is an array are in the usage of a message, but are not charged',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  f(
    'speech-by-started-thousand',
    'speech is charged for each started thousand of characters',
    '| POST | /v1/audio/speech | text to speech | per character |',
  ),
  f(
    'responses-stream-leaves-no-row',
    'a streamed response is taken from the balance and leaves no usage row',
    '`GET /v1/usage` returns one row per request.',
  ),
  f(
    'catalog-limit-per-key',
    'catalog requests under /v1 are counted by key, so each key has an hour of its own',
    '| `GET /v1/models`, `/v1/{image,video,audio}/models`, `GET /api/pricing` | 100 requests per hour per IP |',
  ),
  f(
    'key-checked-by-prefix',
    'a key is looked up by its first 20 characters, and the rest is not compared',
    '| 401 | | missing or invalid API key on {api_url} |',
  ),
  f(
    'tools-refused-in-streams',
    'a chat request with tools is refused when it is to be streamed',
    '| POST | /v1/chat/completions | chat, streaming and tools supported | per token |',
  ),
  f(
    'unknown-symbol-charged',
    'price and history of an unknown equity symbol are 404 and charged',
    'Unknown symbol gives 404, no charge.',
  ),
  f(
    'nested-field-unnamed',
    'a fault inside an object or a list is reported for the body as a whole',
    '| 400 | body names the field | request fails validation, unknown model, stateless-rule violation on responses |',
  ),
  f(
    'sandbox-memory-default-is-maximum',
    'a sandbox that is created without memory has 1024 MB',
    '`memory` (integer MB, max 1024, default 512)',
  ),
];
