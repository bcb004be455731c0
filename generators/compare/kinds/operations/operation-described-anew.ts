import { defineKind } from '../../kind.ts';

export const operationDescribedAnew = defineKind({
  id: 'operation-described-anew',
  scope: 'operation',
  when: 'changed',
  title: 'An operation is described in other words, or is deprecated',
  parts: ['summary', 'description', 'area', 'extras.tags', 'extras.deprecated', 'extras.sunset'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Words bind no request and no response',
  advice: 'Nothing',
  *find(before, after) {
    const [was, is] = [before, after].map(({ extras }) => extras?.deprecated === true);
    const words = was === is ? 'is described in other words' : is ? 'is deprecated' : 'is no longer deprecated';
    yield { sentence: `\`${after.id}\` ${words}` };
  },
  example: {
    edit: { 'operations/text/list-languages.yaml': ['List the languages', 'List every language'] },
    back: ['operation-described-anew'],
  },
});
