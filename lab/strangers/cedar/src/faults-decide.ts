import type { Fault } from './faults.ts';

const f = (id: string, says: string, quote: string): Fault => ({ id, host: 'account', says, quote });

/** More faults of the account host: decide. */
export const decideFaults: Fault[] = [
  f(
    'instructions-only-for-noul',
    'choice and score questions pass without instructions',
    '`instructions` is a string and is required for all three types',
  ),
  f(
    'choice-shares-unnormalised',
    'the probabilities of a choice are the scores as they are',
    'For `choice` the per-option scores are divided by their total so they sum to 1.',
  ),
  f(
    'score-legend-from-1',
    'the legend of a score counts its rungs from 1, its probabilities from 0',
    '`legend` maps rung index to text; `probabilities` maps rung index to a number',
  ),
  f(
    'decide-429-silent',
    'the answer beyond the hourly limit does not say when to retry',
    'the decision endpoint returns 429 when its per-key hourly limit is reached and the response says when to retry',
  ),
  f(
    'decide-takes-any-key',
    'any bearer token may decide, registered or not',
    'The decision endpoint needs a registered key but no balance, card or wallet.',
  ),
];
