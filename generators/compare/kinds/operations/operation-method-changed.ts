import { counting } from '../../examples.ts';
import { defineKind } from '../../kind.ts';
import { requestAccepted } from '../../witnesses.ts';

export const operationMethodChanged = defineKind({
  id: 'operation-method-changed',
  scope: 'operation',
  when: 'changed',
  title: 'An operation has another method',
  parts: ['method'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'Calls by the old method get 404 or 405; a deployment that serves that one alone breaks `<operation>.exists`',
  advice: 'Call it by the new method',
  *find(before, after, context) {
    yield {
      sentence: `\`${after.id}\` is called by ${after.method} instead of ${before.method}`,
      ...requestAccepted('before', before, context.host),
    };
  },
  example: {
    given: counting,
    edit: {
      'operations/text/count-languages.yaml': counting['operations/text/count-languages.yaml'].replace('GET', 'POST'),
    },
    back: ['operation-method-changed'],
  },
});
