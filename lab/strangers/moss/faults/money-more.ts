import type { Fault } from '../faults.ts';

function fault(id: string, says: string, quote: string): Fault {
  return { id, host: 'account', says, quote };
}

/** More faults of charges, the record, limits and text formats. */
export const moneyMoreFaults: Fault[] = [
  fault(
    'long-context-responses',
    'A long request in the responses format is charged at the short rate; chat reprices it.',
    'some models reprice the whole request above a prompt-token threshold',
  ),
  fault(
    'flex-long-short-rate',
    'A flex request above the threshold is charged at half of the short rate.',
    '`service_tier: flex` halves the rate of every token class, including the long-context rate.',
  ),
  fault(
    'flex-rate-truncated',
    'Half of a token rate is cut to whole 1e-9 USD before it is multiplied with the tokens.',
    '`service_tier: flex` halves the rate of every token class',
  ),
  fault(
    'flex-o3-prefix',
    'Flex is served for o3-mini, because its name begins with that of a flex model.',
    'Flex models that offer no flex (refused with 400): the 4.1 family, the 4o family, o1, o3-mini',
  ),
  fault(
    'flex-stream-capacity',
    'A streamed flex request without capacity gets the 429 of a pool instead of that of flex.',
    '| 429 | `resource_unavailable` | flex asked and no capacity; no usage, not charged |',
  ),
  fault(
    'chat-stream-chunks',
    'A chat stream is charged by its chunks, so that the first one, which has no text, costs an output token.',
    'Charged at exact upstream usage times the published price sheet.',
  ),
  fault(
    'messages-fee',
    'Messages cost the flat 0.001 USD of the per-call hosts besides their tokens.',
    'There is no per-call fee and no minimum charge.',
  ),
  fault(
    'search-per-source',
    'The fee of a live search grows with the number of its sources.',
    '| POST | /v1/search | live web, news and social search | flat fee per call |',
  ),
  fault(
    'decide-balance-needed',
    'A key without balance cannot call decide.',
    'The decision endpoint needs a registered key but no balance, card or wallet.',
  ),
  fault(
    'csv-rounded-charge',
    'The CSV download has charges with four decimals.',
    'the same rows as one CSV download for the whole window',
  ),
  fault(
    'window-7d-week',
    'The window of 7 days begins on the last Monday.',
    'query `window` = `today`, `24h`, `7d` or `30d`, or `from` and `to`',
  ),
  fault(
    'summary-top-five',
    'The summary has only the five endpoints with the most requests.',
    'totals over a window per day, model, endpoint, key',
  ),
  fault(
    'tier-row-sticky',
    'After a flex request the rows of standard requests to the same model show flex too.',
    'Each row carries `service_tier`; absent means standard.',
  ),
  fault(
    'decide-window-day',
    'The limit of decide starts anew after a day instead of an hour.',
    '| `POST /v1/decide` | 1000 calls per key per hour |',
  ),
  fault(
    'messages-quota',
    'A key may send 60 messages requests per minute; the next is refused.',
    'no platform quota; upstream capacity applies; the cost per call is the only cap',
  ),
  fault(
    'capacity-source-fixed',
    'X-RateLimit-Source always has the same tag, whatever pool the body names.',
    '`X-RateLimit-Source: <source-tag>` (an opaque capacity-pool tag)',
  ),
  fault(
    'chat-cut-done',
    'A chat stream that is cut ends with [DONE] after its error event.',
    'A stream that is cut or malformed ends with an error event.',
  ),
  fault(
    'responses-item-role',
    'Every input item of a response needs a role, so that results of functions are refused.',
    'Array of input items (messages, function_call_output, reasoning replays).',
  ),
  fault(
    'messages-any-vision',
    'Messages takes models of other providers when they can see.',
    'Only ids of the one provider family that speaks this format',
  ),
  fault(
    'decide-choice-sorted',
    'The top label of a choice is looked up in the sorted labels: it is wrong where they were sent in another order.',
    '`choice` is the top label',
  ),
  fault(
    'decide-legend-order',
    'With more than ten rungs the indexes of the legend are in the order of texts: 0, 1, 10, 2.',
    '`legend` maps rung index to text',
  ),
  fault(
    'catalog-price-thousand',
    'The model catalog has the prices of one provider for a thousand tokens.',
    '| GET | /v1/models | live model catalog with per-token prices | free |',
  ),
  fault(
    'key-case',
    'An API key is taken in any case of its letters.',
    '| 401 | | missing or invalid API key on {api_url} |',
  ),
];
