import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { responseProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const responseFieldRemoved = defineKind({
  id: 'response-field-removed',
  scope: 'response-field',
  when: 'removed',
  title: 'A response no longer has a field',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
  reason: 'A caller that reads it finds nothing where it was always there, and may find nothing where it was not',
  advice: 'Stop reading it',
  *find(field, context) {
    yield {
      sentence: `${nameOf(field)} is gone`,
      ...(field.required && { levels: { callers: 'breaking' }, ...responseProof(field, absent, 'new', context) }),
    };
  },
  example: {
    given: { 'schemas/audio.yaml': ['      charged:', '      language: { type: string }\n      charged:'] },
    edit: { 'schemas/audio.yaml': ['      language: { type: string }\n', ''] },
    back: ['response-field-added'],
  },
});
