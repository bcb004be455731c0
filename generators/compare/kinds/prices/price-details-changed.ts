import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const priceDetailsChanged = defineKind({
  id: 'price-details-changed',
  scope: 'price',
  when: 'changed',
  title: 'A challenge carries other details of a price',
  parts: ['details'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'A caller that reads the details may not find them',
  advice: 'Read the new details',
  *find(before, after) {
    const [was, is] = [before, after].map(({ details = {} }) => Object.keys(details));
    yield {
      sentence: `The challenge of \`${after.id}\` has the details ${listed(is ?? [])}; before it had ${listed(was ?? [])}`,
    };
  },
  example: {
    edit: {
      'prices/transcription.yaml': [
        'rounding: up',
        'details: { work: { fields: { minutes: minutes }, from: notes-011 } }\nrounding: up',
      ],
    },
    back: ['price-details-changed'],
  },
});
