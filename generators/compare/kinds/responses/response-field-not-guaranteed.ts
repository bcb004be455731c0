import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { responseProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const responseFieldNotGuaranteed = defineKind({
  id: 'response-field-not-guaranteed',
  scope: 'response-field',
  when: 'changed',
  title: 'A field of a response may be missing',
  parts: ['required'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
  reason: 'A caller that reads it without asking whether it is there fails; a deployment may still return it',
  advice: 'Read it only where it is there',
  *find(before, after, context) {
    if (!before.required || after.required) return;
    yield { sentence: `${nameOf(after)} may be missing`, ...responseProof(after, absent, 'new', context) };
  },
  example: {
    edit: { 'schemas/audio.yaml': ['required: [id, state]', 'required: [id]'] },
    back: ['response-field-guaranteed'],
  },
});
