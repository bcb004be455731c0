import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { listed, without } from '../../words.ts';

export const contentTypeRemoved = defineKind({
  id: 'content-type-removed',
  scope: 'operation',
  when: 'changed',
  title: 'A body may no longer have a content type',
  parts: ['body.contentTypes', 'body.contentType'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
  reason: 'Requests of that type were served and are refused; a deployment may go on serving them',
  advice: 'Send the body as a type that is left',
  *find(before, after, context) {
    if (before.body && !after.body) yield { implied: ['body.*'], by: 'request-field-removed' };
    const lost = without(after.body?.contentTypes, before.body?.contentTypes);
    if (lost.length === 0 || !after.body) return;
    yield {
      sentence: `\`${after.id}\` no longer takes ${listed(lost)}`,
      ...outcome(['body', 'contentTypes'], [before.body?.contentTypes, after.body.contentTypes], context),
    };
  },
  example: {
    given: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  content-type: [application/json, text/json]\n'] },
    edit: { 'operations/text/translate.yaml': ['[application/json, text/json]', 'application/json'] },
    back: ['content-type-added'],
  },
});
