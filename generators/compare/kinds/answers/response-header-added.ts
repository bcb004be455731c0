import { headerOf } from '../../engines/fields/names.ts';
import { defineKind } from '../../kind.ts';

export const responseHeaderAdded = defineKind({
  id: 'response-header-added',
  scope: 'response-header',
  when: 'added',
  title: 'A response has one more header',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers that do not know it ignore it; a deployment that does not send it breaks the rule',
  advice: 'Send it',
  *find(field) {
    yield { sentence: `${headerOf(field)} is new` };
  },
  example: {
    edit: {
      'operations/text/translate.yaml': [
        '200: { schema',
        '200: { headers: { X-Units: { type: string, pattern: "^[0-9]+$", from: notes-017 } }, schema',
      ],
    },
    back: ['response-header-removed'],
  },
});
