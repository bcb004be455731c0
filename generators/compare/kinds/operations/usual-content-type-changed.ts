import { defineKind } from '../../kind.ts';
import { shown, without } from '../../words.ts';

export const usualContentTypeChanged = defineKind({
  id: 'usual-content-type-changed',
  scope: 'operation',
  when: 'changed',
  title: 'Another of the content types of a body is the usual one',
  parts: ['body.contentType'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'The same types are accepted',
  advice: 'Nothing',
  *find(before, after) {
    if (!before.body || !after.body) return;
    const [one, other] = [before.body.contentTypes, after.body.contentTypes];
    if (without(one, other).length > 0 || without(other, one).length > 0) return;
    yield {
      sentence: `Bodies of \`${after.id}\` are usually ${shown(after.body.contentType)}`,
      parts: ['body.contentType', 'body.contentTypes'],
    };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  content-type: [application/json, text/json]\n'] },
    edit: { 'operations/text/translate.yaml': ['[application/json, text/json]', '[text/json, application/json]'] },
    back: ['usual-content-type-changed'],
  },
});
