import { defineKind } from '../../kind.ts';
import { without } from '../../words.ts';

export const priceSideAdded = defineKind({
  id: 'price-side-added',
  scope: 'price',
  when: 'changed',
  title: 'The documents allow one more formula for a price',
  parts: ['sides'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
  reason: 'A deployment may ask for either amount, so that a client that knows one of them may refuse the other',
  advice: 'Read the question behind it',
  *find(before, after) {
    for (const { text } of without(before.sides, after.sides))
      yield { sentence: `The documents also allow \`${text}\` for \`${after.id}\`` };
  },
  example: {
    edit: {
      'prices/transcription.yaml': [
        'rounding: up',
        'rounding: up\nsides:\n  - { formula: minutes * 0.0065, from: notes-011, status: conflict }',
      ],
    },
    back: ['price-side-removed'],
  },
});
