import { statedFound } from '../../engines/price/stated.ts';
import { defineKind } from '../../kind.ts';

export const priceStatedForFewer = defineKind({
  id: 'price-stated-for-fewer',
  scope: 'price',
  when: 'changed',
  title: 'The documents state the amounts of fewer calls',
  parts: ['when'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: "The amounts of the other calls are this specification's own, so that no run fails for them",
  advice: 'Read the questions behind it',
  *find(before, after) {
    yield* statedFound('fewer', before, after);
  },
  example: {
    edit: { 'prices/transcription.yaml': ['inputs:', 'when: request.seconds > 60\ninputs:'] },
    back: ['price-stated-for-more'],
  },
});
