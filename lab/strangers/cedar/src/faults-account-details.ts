import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'account', says, quote });

/** More faults of the account host: rows, sheets, fields and what one request leaves to the next. */
export const accountDetailFaults: Fault[] = [
  f(
    'summary-under-last-day',
    'the summary puts all rows of a window under the day of the last one',
    'totals over a window per day, model, endpoint, key',
  ),
  f(
    'month-is-four-weeks',
    'the window `30d` holds 28 days',
    'one row per request; query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`',
  ),
  f(
    'csv-cost-in-four-digits',
    'the CSV export rounds each cost to four digits, so that small ones are 0',
    'the same rows as one CSV download for the whole window',
  ),
  f(
    'usage-row-per-picture',
    'an image request for n pictures leaves n usage rows',
    '`GET /v1/usage` returns one row per request.',
  ),
  f(
    'assistant-turn-only-text',
    'an assistant message with content blocks (tool_use) is refused',
    '`role` is `user` or `assistant`. `content` is a string or an array of content blocks (text, image, tool_use, tool_result).',
  ),
  f(
    'choice-by-rounded-shares',
    'the choice is made from whole percents, so among many options it is not the one with the largest share',
    '`choice` is the top label; `probabilities` maps every label to a share',
  ),
  f(
    'catalog-repeats-threshold',
    'the catalog repeats the long-context thresholds',
    'On {api_url}, `GET /v1/models` does not repeat long-context thresholds; they are in `GET /api/pricing`',
  ),
  f(
    'sheet-doubles-long-output',
    'the price sheet lists long-context output at twice the rate; 1.5 times is charged',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  f(
    'responses-never-long',
    'responses requests are not repriced above the long-context threshold; chat requests are',
    'For one provider family the threshold is 272K prompt tokens, with input at 2x and output at 1.5x.',
  ),
  f(
    'input-items-need-role',
    'input items without a role, such as function_call_output, are refused',
    'Array of input items (messages, function_call_output, reasoning replays).',
  ),
  f(
    'video-charged-at-default-resolution',
    'a video is quoted for its resolution and charged for the default one',
    'the 202 body `price.amount` is the exact quote',
  ),
  f(
    'flex-families-by-exact-id',
    'only the first model of the 4.1 and of the 4o family refuses flex; the small ones serve it',
    'Flex models that offer no flex (refused with 400): the 4.1 family, the 4o family, o1, o3-mini, the chat-latest alias and the 5.3 codex model.',
  ),
  f(
    'speech-charged-by-bytes',
    'speech is charged by the bytes of its input',
    '| POST | /v1/audio/speech | text to speech | per character |',
  ),
  f(
    'directed-voice-checked',
    'the prompt-directed audio model refuses a voice that the others do not know',
    'The prompt-directed model ignores `voice`',
  ),
  f(
    'at-sign-kept-inside-list',
    'of a comma-separated string only the first name loses its @',
    '`usernames` (array of strings or one comma-separated string, required; leading @ stripped; duplicates removed; over 100 only the first 100 are queried)',
  ),
  f(
    'list-q-is-prefix',
    'q of a market list finds only symbols that begin with it',
    '`/list` query: `q` (substring), `limit` (max 2000, default 100).',
  ),
  f(
    'lapsed-sandbox-unknown',
    'a sandbox that ended by its timeout is 404 for terminate',
    'terminate on a terminated sandbox is a no-op',
  ),
  f(
    'source-header-of-default-pool',
    'X-RateLimit-Source always names the default pool, while the body names the one that was full',
    'and `X-RateLimit-Source: <source-tag>` (an opaque capacity-pool tag)',
  ),
];
