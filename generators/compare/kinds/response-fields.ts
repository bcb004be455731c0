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
      reason: 'Callers may ignore it; if it is required, a deployment without it breaks the rule',
      advice: 'Return it',
      *find(field, context) {
        yield {
          sentence: `${nameOf(field)} is new${field.required ? ' and always present' : ''}`,
          ...(field.required && { levels: { operators: 'breaking' }, ...responseProof(field, absent, 'old', context) }),
        };
      },
    },
    removed: {
      id: 'response-field-removed',
      title: 'A field was removed from a response',
      levels: { callers: 'risky', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads it finds nothing; if it was optional, the caller may have expected that',
      advice: 'Stop reading it',
      *find(field, context) {
        yield {
          sentence: `${nameOf(field)} was removed`,
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
      title: 'A field of a response is now always present',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Callers may rely on it; a deployment that leaves it out breaks the rule',
      advice: 'Always return it',
      *find(before, after, context) {
        if (before.required || !after.required) return;
        yield { sentence: `${nameOf(after)} is now always present`, ...responseProof(before, absent, 'old', context) };
      },
    },
    backward: {
      id: 'response-field-not-guaranteed',
      title: 'A field of a response may now be absent',
      levels: { callers: 'breaking', operators: 'compatible', suite: 'compatible' },
      reason: 'A caller that reads it without checking fails; a deployment may still return it',
      advice: 'Check that it is present before you read it',
      *find(before, after, context) {
        if (!before.required || after.required) return;
        yield { sentence: `${nameOf(after)} may now be absent`, ...responseProof(after, absent, 'new', context) };
      },
    },
    example: {
      edit: { 'schemas/audio.yaml': ['required: [id, state]', 'required: [id, state, charged]'] },
    },
  }),
  defineKind({
    id: 'response-field-description-changed',
    scope: 'response-field',
    title: 'The description of a response field changed',
    parts: describing,
    levels: harmless,
    reason: 'Descriptions do not affect values',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of ${nameOf(after)} changed` };
    },
    example: {
      edit: { 'schemas/language.yaml': ['Characters or seconds', 'Seconds or characters'] },
    },
  }),
];
