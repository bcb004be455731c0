import { defineKind } from '../../kind.ts';
import { without } from '../../words.ts';

export const priceSideRemoved = defineKind({
  id: 'price-side-removed',
  scope: 'price',
  when: 'changed',
  title: 'The documents no longer allow a formula for a price',
  parts: ['sides'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers can rely on one amount; a deployment that asks for the other breaks `<operation>.price.amount`',
  advice: 'Read the question behind it',
  *find(before, after) {
    for (const { text } of without(after.sides, before.sides))
      yield { sentence: `The documents no longer allow \`${text}\` for \`${after.id}\`` };
  },
  example: {
    given: {
      'prices/transcription.yaml': [
        'rounding: up',
        'rounding: up\nsides:\n  - { formula: minutes * 0.0065, from: notes-011, status: conflict }',
      ],
    },
    edit: {
      'prices/transcription.yaml': [
        '\nsides:\n  - { formula: minutes * 0.0065, from: notes-011, status: conflict }',
        '',
      ],
    },
    back: ['price-side-added'],
  },
});
