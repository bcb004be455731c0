import { statedFound } from '../../engines/price/stated.ts';
import { defineKind } from '../../kind.ts';

export const priceStatedForMore = defineKind({
  id: 'price-stated-for-more',
  scope: 'price',
  when: 'changed',
  title: 'The documents state the amounts of more calls',
  parts: ['when'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'A deployment whose amounts for these calls differ is now at fault',
  advice: 'Read the questions behind it',
  *find(before, after) {
    yield* statedFound('more', before, after);
  },
  example: {
    given: { 'prices/transcription.yaml': ['inputs:', 'when: request.seconds > 60\ninputs:'] },
    edit: { 'prices/transcription.yaml': ['when: request.seconds > 60\n', ''] },
    back: ['price-stated-for-fewer'],
  },
});
