import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const serviceDescribedAnew = defineKind({
  id: 'service-described-anew',
  scope: 'service',
  when: 'changed',
  title: 'The service is described in other words',
  parts: ['title', 'description', 'id'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no request and no response',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `The service is described in other words: ${shown(after.title)}` };
  },
  example: {
    edit: { 'service.yaml': ['title: Quayside Language Service', 'title: Quayside Languages'] },
    back: ['service-described-anew'],
  },
});
