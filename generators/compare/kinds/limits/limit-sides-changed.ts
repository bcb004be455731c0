import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const limitSidesChanged = defineKind({
  id: 'limit-sides-changed',
  scope: 'limit',
  when: 'changed',
  title: 'Other counts are allowed as well, or no longer',
  parts: ['sides'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'The documents disagree otherwise; a deployment at one of the sides is accepted',
  advice: 'Run the suite',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` may allow ${listed([after.count, ...after.sides])} calls` };
  },
  example: {
    edit: { 'limits/reads.yaml': ['count: 5', 'sides: [7]\n    count: 5'] },
    back: ['limit-sides-changed'],
  },
});
