import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { responseProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const responseFieldAdded = defineKind({
  id: 'response-field-added',
  scope: 'response-field',
  when: 'added',
  title: 'A response has one more field',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason:
    'A caller that does not know it need not read it; where it is always there, a deployment without it breaks the rule',
  advice: 'Return it',
  *find(field, context) {
    yield {
      sentence: `${nameOf(field)} is new${field.required ? ' and always there' : ''}`,
      ...(field.required && { levels: { operators: 'breaking' }, ...responseProof(field, absent, 'old', context) }),
    };
  },
  example: {
    edit: { 'schemas/audio.yaml': ['      charged:', '      language: { type: string }\n      charged:'] },
    back: ['response-field-removed'],
  },
});
