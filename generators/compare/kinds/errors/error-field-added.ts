import { defineKind } from '../../kind.ts';

export const errorFieldAdded = defineKind({
  id: 'error-field-added',
  scope: 'error-field',
  when: 'added',
  title: 'The body of an error has one more field',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'Callers that do not know it ignore it; a deployment without it may break the rule',
  advice: 'Send it',
  *find(thing) {
    yield { sentence: `The body of HTTP ${thing.status} has \`${thing.path.join('.')}\`` };
  },
  example: {
    edit: {
      'errors/service.yaml': ['properties: { error:', 'properties: { hint: { type: string, from: notes-030 }, error:'],
    },
    back: ['error-field-removed'],
  },
});
