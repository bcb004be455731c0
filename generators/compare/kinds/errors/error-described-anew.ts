import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const errorDescribedAnew = defineKind({
  id: 'error-described-anew',
  scope: 'error',
  when: 'changed',
  title: 'An error is described in other words',
  parts: ['summary'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no response',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is described as ${shown(after.summary)}` };
  },
  example: {
    edit: { 'errors/service.yaml': ['The office is closed', 'The office has closed'] },
    back: ['error-described-anew'],
  },
});
