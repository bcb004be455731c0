import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const responseDescribedAnew = defineKind({
  id: 'response-described-anew',
  scope: 'response',
  when: 'changed',
  title: 'A response is described in other words',
  parts: ['description'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no response',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `HTTP ${after.http} is described as ${shown(after.description)}` };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['description: The translation', 'description: The translated text'] },
    back: ['response-described-anew'],
  },
});
