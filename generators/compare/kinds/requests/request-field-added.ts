import { nameOf } from '../../engines/fields/names.ts';
import { unknownKeyProof } from '../../engines/fields/unknown-key.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldAdded = defineKind({
  id: 'request-field-added',
  scope: 'request-field',
  when: 'added',
  title: 'A request has one more optional field',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
  reason: 'A caller that does not know it need not send it; a deployment that does not know it does nothing with it',
  advice: 'Read it where it is sent',
  *find(field, context) {
    if (field.required) return;
    yield { sentence: `${nameOf(field)} is new`, ...unknownKeyProof(field, 'new', context) };
  },
  example: {
    edit: { 'schemas/audio.yaml': ['      seconds:', '      speaker: { type: string }\n      seconds:'] },
    back: ['request-field-removed'],
  },
});
