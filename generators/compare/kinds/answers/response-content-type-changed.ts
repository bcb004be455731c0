import { defineKind } from '../../kind.ts';
import { outcome } from '../../witnesses.ts';
import { shown, without } from '../../words.ts';

export const responseContentTypeChanged = defineKind({
  id: 'response-content-type-changed',
  scope: 'response',
  when: 'changed',
  title: 'A response has another content type',
  parts: ['contentType'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'risky' },
  reason: 'A caller that parses the old type cannot read it; a deployment that sends it breaks the rule',
  advice: 'Read the content type before parsing',
  *find(before, after, context) {
    const at = String(context.operation?.before.responses.indexOf(before) ?? 0);
    const types = [before.contentType, after.contentType].map((type) => type.split(' '));
    const lost = without(types[1], types[0]);
    yield {
      sentence: `HTTP ${after.http} of \`${context.operation?.after.id}\` is ${shown(after.contentType)} instead of ${shown(before.contentType)}`,
      ...(lost.length === 0 && { levels: { callers: 'compatible' } as const }),
      ...(at === String(context.operation?.after.responses.indexOf(after)) &&
        outcome(['responses', at, 'contentType'], [before.contentType, after.contentType], context)),
    };
  },
  example: {
    edit: { 'operations/text/translate.yaml': ['200: { schema', '200: { content-type: text/json, schema'] },
    back: ['response-content-type-changed'],
  },
});
