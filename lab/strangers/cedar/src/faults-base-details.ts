import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'base', says, quote });

/** More faults of the per-call host: second answers, forms, units and rarely asked operations. */
export const baseDetailFaults: Fault[] = [
  f(
    'poll-challenge-hides-model',
    'the challenge of a poll without a payment does not name the model',
    '402 no header (fresh challenge with `job_id`, `model`, `price`)',
  ),
  f(
    'breakdown-swapped',
    'inputCost and outputCost of a chat challenge are exchanged',
    'The chat 402 body also carries `price.breakdown{inputCost, outputCost, margin}`.',
  ),
  f(
    'result-price-of-one',
    'the result of several pictures tells the price of one; the sum is settled',
    '`{amount: string, currency}`; USD billed including margin and fee',
  ),
  f(
    'form-size-ignored',
    'the size of a multipart edit is ignored, so a wide one is made and billed as square',
    'IMG-A1 0.021 square, 0.042 wide or tall',
  ),
  f(
    'catalog-cap-of-older-model',
    'the video catalog gives VID-S25 the longest duration of VID-S2, 15 seconds; 30 are served',
    'live list, rates, duration caps; free',
  ),
  f('long-effect-costs-double', 'a sound effect of more than 11 seconds costs twice as much', 'Flat 0.0535 USD.'),
  f(
    'face-refresh-uncounted',
    'refreshing the link of a face group does not count for the limit of init',
    '| Face init | 10 per hour per IP |',
  ),
  f(
    'released-number-still-calls',
    'a released number leaves the list, but can still be used as `from` and be renewed',
    'release returns it to the pool at once',
  ),
  f('call-length-in-seconds', 'call_length is in seconds', '`call_length` (number, minutes)'),
  f('sandbox-whole-cpus', 'a fraction of a CPU is refused', '`cpu` (number, max 1.0, default 1.0)'),
  f(
    'similar-not-discovered',
    'GET on find-similar is 404',
    'Other paths under the prefix return 404 with an `available` list; GET returns a discovery 402.',
  ),
  f(
    'identities-priced-by-page',
    'wallet identities cost 0.0085 for each twenty addresses',
    'every call 0.0085 USD on every tier and method',
  ),
];
