import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { responseProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const responseFieldGuaranteed = defineKind({
  id: 'response-field-guaranteed',
  scope: 'response-field',
  when: 'changed',
  title: 'A field of a response is now always there',
  parts: ['required'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'Callers may rely on it; a deployment that leaves it out breaks the rule',
  advice: 'Return it always',
  *find(before, after, context) {
    if (before.required || !after.required) return;
    yield { sentence: `${nameOf(after)} is always there`, ...responseProof(before, absent, 'old', context) };
  },
  example: {
    edit: { 'schemas/audio.yaml': ['required: [id, state]', 'required: [id, state, charged]'] },
    back: ['response-field-not-guaranteed'],
  },
});
