import { defineKind } from '../../kind.ts';

export const operationDescribedAnew = defineKind({
  id: 'operation-described-anew',
  scope: 'operation',
  when: 'changed',
  title: 'An operation is described in other words',
  parts: ['summary', 'description', 'area', 'extras.tags'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no request and no response',
  advice: 'Nothing',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is described in other words` };
  },
  example: {
    edit: { 'operations/text/list-languages.yaml': ['List the languages', 'List every language'] },
    back: ['operation-described-anew'],
  },
});
