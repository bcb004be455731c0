import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'account', says, quote });

export const accountFaults: Fault[] = [
  f(
    'account-chat-fee',
    'each chat call is charged the 0.001 of the per-call hosts',
    'There is no per-call fee and no minimum charge.',
  ),
  f(
    'flex-halves-input-only',
    'flex halves the input rate and leaves the output rate',
    '`service_tier: flex` halves the rate of every token class, including the long-context rate.',
  ),
  f(
    'flex-skips-long-context',
    'flex does not halve the long-context rates',
    '`service_tier: flex` halves the rate of every token class, including the long-context rate.',
  ),
  f(
    'long-context-only-excess',
    'only the prompt tokens above the threshold get the long-context rate',
    'some models reprice the whole request above a prompt-token threshold',
  ),
  f(
    'flex-bills-what-was-asked',
    'a flex request that the standard tier answered is billed at the flex rate',
    'Billing follows the tier the response reports.',
  ),
  f(
    'flex-stream-tier-unchecked',
    'a flex stream whose chunks report no tier is passed on',
    'For flex requests the served tier is checked on the first stream chunk.',
  ),
  f(
    'flex-capacity-rate-limited',
    'flex without capacity answers RATE_LIMITED',
    '| 429 | `resource_unavailable` | flex asked and no capacity; no usage, not charged |',
  ),
  f(
    'flex-codex-admitted',
    'the 5.3 codex model accepts flex',
    'Flex models that offer no flex (refused with 400): the 4.1 family, the 4o family, o1, o3-mini, the chat-latest alias and the 5.3 codex model.',
  ),
  f(
    'cut-stream-charged',
    'a truncated stream is charged',
    'A truncated or malformed stream produces an error event and is not recorded as a charge.',
  ),
  f(
    'cut-stream-looks-finished',
    'a truncated stream ends with [DONE] and without an error event',
    'A stream that is cut or malformed ends with an error event.',
  ),
  f(
    'responses-prefix-required',
    'a responses model without its provider prefix is unknown',
    'Ids of the one provider family that speaks this format (30 ids; the provider prefix is optional).',
  ),
  f('messages-top-k-from-1', 'top_k of 0 is refused', '| top_k | integer | no | Minimum 0. |'),
  f(
    'account-search-scales',
    'the price of a search grows with max_results',
    '| POST | /v1/search | live web, news and social search | flat fee per call |',
  ),
  f(
    'video-202-quote-rounded',
    'the price in the 202 body is rounded to cents',
    'the 202 body `price.amount` is the exact quote',
  ),
  f(
    'today-is-24h',
    'the window `today` is the last 24 hours',
    'one row per request; query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`',
  ),
  f(
    'csv-first-ten-rows',
    'the CSV export ends after ten rows',
    'the same rows as one CSV download for the whole window',
  ),
  f(
    'balance-ignores-reservations',
    'the balance tells no open reservations',
    '`GET /v1/balance` returns the available balance, recorded spend and open reservations.',
  ),
  f(
    'failed-call-keeps-reservation',
    'the reservation of a call that failed upstream stays open, so the available balance shrinks',
    "A request that fails on the service's side is not charged.",
  ),
  f(
    'decide-limit-shared',
    'all keys share one hourly budget of decide calls',
    '| `POST /v1/decide` | 1000 calls per key per hour |',
  ),
  f(
    'decide-remaining-only-on-200',
    'x-ratelimit-remaining and the backend header are missing on errors of decide',
    'names the serving backend on every call; `x-ratelimit-remaining` is on every response',
  ),
  f(
    'decide-needs-balance',
    'decide refuses a registered key without balance',
    'The decision endpoint needs a registered key but no balance, card or wallet.',
  ),
  f(
    'noul-criteria-refused',
    'a noul question with labelled criteria is refused',
    'none needed (an object with labels `true` and `false` is also accepted)',
  ),
];
