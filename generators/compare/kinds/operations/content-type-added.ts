import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { listed, without } from '../../words.ts';

export const contentTypeAdded = defineKind({
  id: 'content-type-added',
  scope: 'operation',
  when: 'changed',
  title: 'A body may have another content type',
  parts: ['body.contentTypes', 'body.contentType'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'risky' },
  reason: 'What was sent is still served; a deployment that refuses the new type breaks the rule',
  advice: 'Serve bodies of the new type',
  *find(before, after, context) {
    if (!before.body && after.body) yield { implied: ['body.*'], by: 'request-required-field-added' };
    const gained = without(before.body?.contentTypes, after.body?.contentTypes);
    if (gained.length === 0 || !before.body) return;
    yield {
      sentence: `\`${after.id}\` takes ${listed(gained)}`,
      ...outcome(['body', 'contentTypes'], [before.body.contentTypes, after.body?.contentTypes], context),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['body:\n', 'body:\n  content-type: [application/json, text/json]\n'] },
    back: ['content-type-removed'],
  },
});
