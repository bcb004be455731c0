import { defineKind } from '../../kind.ts';

export const errorFieldRemoved = defineKind({
  id: 'error-field-removed',
  scope: 'error-field',
  when: 'removed',
  title: 'The body of an error no longer has a field',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'risky' },
  reason: 'A caller that reads it may find nothing',
  advice: 'Do without it',
  *find(thing) {
    yield { sentence: `The body of HTTP ${thing.status} no longer has \`${thing.path.join('.')}\`` };
  },
  example: {
    given: {
      'errors/service.yaml': ['properties: { error:', 'properties: { hint: { type: string, from: notes-030 }, error:'],
    },
    edit: { 'errors/service.yaml': ['hint: { type: string, from: notes-030 }, ', ''] },
    back: ['error-field-added'],
  },
});
