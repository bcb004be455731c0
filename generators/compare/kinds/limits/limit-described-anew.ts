import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const limitDescribedAnew = defineKind({
  id: 'limit-described-anew',
  scope: 'limit',
  when: 'changed',
  title: 'A limit is described in other words',
  parts: ['summary'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no call',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is described as ${shown(after.summary)}` };
  },
  example: {
    edit: { 'limits/reads.yaml': ['Reads of the list for each address', 'Reads for each address'] },
    back: ['limit-described-anew'],
  },
});
