import { defineKind } from '../../kind.ts';

export const priceDescribedAnew = defineKind({
  id: 'price-described-anew',
  scope: 'price',
  when: 'changed',
  title: 'A price is described in other words',
  parts: ['summary', 'roundingStatus'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words decide no amount',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is described in other words` };
  },
  example: {
    edit: { 'prices/transcription.yaml': ['A rate for each begun minute', 'A rate for every begun minute'] },
    back: ['price-described-anew'],
  },
});
