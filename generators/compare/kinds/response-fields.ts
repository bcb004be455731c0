import { harmless } from '../change.ts';
import { describing } from '../engines/fields/groups.ts';
import { nameOf } from '../engines/fields/names.ts';
import { absent } from '../engines/fields/place.ts';
import { responseProof } from '../engines/fields/witness.ts';
import { type AnyKind, defineAddedAndRemoved, defineKind, defineMirrored } from '../kind.ts';

/** Changes of the fields that callers read, except of their values. */
export const responseFieldKinds: readonly AnyKind[] = [
  ...defineAddedAndRemoved({
    scope: 'response-field',
    added: {
      id: 'response-field-added',
      title: 'A response has one more field',
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
    },
    removed: {
      id: 'response-field-removed',
      title: 'A response no longer has a field',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads it finds nothing where it was always there, and may find nothing where it was not',
      advice: 'Stop reading it',
      *find(field, context) {
        yield {
          sentence: `${nameOf(field)} is gone`,
          ...(field.required && { levels: { callers: 'breaking' }, ...responseProof(field, absent, 'new', context) }),
        };
      },
    },
    example: {
      edit: { 'schemas/audio.yaml': ['      charged:', '      language: { type: string }\n      charged:'] },
    },
  }),
  ...defineMirrored({
    scope: 'response-field',
    parts: ['required'],
    forward: {
      id: 'response-field-guaranteed',
      title: 'A field of a response is now always there',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment that leaves it out breaks the rule',
      advice: 'Return it always',
      *find(before, after, context) {
        if (before.required || !after.required) return;
        yield { sentence: `${nameOf(after)} is always there`, ...responseProof(before, absent, 'old', context) };
      },
    },
    backward: {
      id: 'response-field-not-guaranteed',
      title: 'A field of a response may be missing',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads it without asking whether it is there fails; a deployment may still return it',
      advice: 'Read it only where it is there',
      *find(before, after, context) {
        if (!before.required || after.required) return;
        yield { sentence: `${nameOf(after)} may be missing`, ...responseProof(after, absent, 'new', context) };
      },
    },
    example: {
      edit: { 'schemas/audio.yaml': ['required: [id, state]', 'required: [id, state, charged]'] },
    },
  }),
  defineKind({
    id: 'response-field-description-changed',
    scope: 'response-field',
    title: 'A field of a response is described in other words',
    parts: describing,
    levels: harmless,
    reason: 'Words decide no value',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `${nameOf(after)} is described in other words` };
    },
    example: {
      edit: { 'schemas/language.yaml': ['Characters or seconds', 'Seconds or characters'] },
    },
  }),
];
