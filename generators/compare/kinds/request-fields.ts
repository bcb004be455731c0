import { harmless } from '../change.ts';
import { defaultDetails, shown as shownDefault } from '../engines/fields/defaults.ts';
import { describing } from '../engines/fields/groups.ts';
import { nameOf } from '../engines/fields/names.ts';
import { errorProof, forgottenProof, keywordProof } from '../engines/fields/outcomes.ts';
import { absent } from '../engines/fields/place.ts';
import { unknownKeyProof } from '../engines/fields/unknown-key.ts';
import { requestProof } from '../engines/fields/witness.ts';
import type { Field } from '../entities.ts';
import { type AnyKind, defineKind, defineMirrored } from '../kind.ts';
import { outcome } from '../witnesses.ts';
import { shown } from '../words.ts';
import { fieldExample } from './examples.ts';

/** Keywords that say how the value of a parameter is written. */
const manners = ['style', 'explode', 'allowReserved', 'allowEmptyValue', 'content'];

/** A keyword of a parameter, or what the standard says where it is left out (OpenAPI, Parameter Object). */
function mannerOf({ own, in: part }: Field, name: string): unknown {
  const { style = part === 'query' || part === 'cookies' ? 'form' : 'simple' } = own;
  if (name === 'style') return style;
  return own[name] ?? (name === 'explode' ? style === 'form' : name.startsWith('allow') ? false : undefined);
}

/** Levels and words of a value that changes where the field is left out. */
const defaults = {
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A call without the field works differently; if its price changes, clients that compute prices refuse it; a deployment that keeps the old value breaks the rule',
  advice: 'Send the value that you want',
} as const;

/** Changes of the fields that callers send, except of their values. */
export const requestFieldKinds: readonly AnyKind[] = [
  defineKind({
    id: 'request-field-added',
    scope: 'request-field',
    when: 'added',
    title: 'A request has one more optional field',
    parts: ['*'],
    levels: { callers: 'compatible', operators: 'risky', suite: 'compatible' },
    reason: 'Callers need not send it; a deployment that does not know it ignores it',
    advice: 'Read it when it is sent',
    *find(field, context) {
      if (field.required) return;
      yield { sentence: `${nameOf(field)} is new`, ...unknownKeyProof(field, 'new', context) };
    },
    example: {
      edit: { 'schemas/audio.yaml': ['      seconds:', '      speaker: { type: string }\n      seconds:'] },
      back: ['request-field-removed'],
    },
  }),
  defineKind({
    id: 'request-required-field-added',
    scope: 'request-field',
    when: 'added',
    title: 'A request has one more required field',
    parts: ['*'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'A caller that does not send it is refused; a deployment that accepts requests without it breaks the rule',
    advice: 'Send it in every request',
    *find(field, context) {
      if (!field.required) return;
      yield { sentence: `${nameOf(field)} is new and required`, ...requestProof(field, absent, 'old', context) };
    },
    example: {
      given: {
        'operations/audio/transcribe.yaml': ['seconds: 95', 'seconds: 95, speaker: one'],
        'prices/transcription.yaml': ['seconds: 61', 'seconds: 61, speaker: one'],
      },
      edit: {
        'schemas/audio.yaml': [
          ['required: [audio_url, seconds]', 'required: [audio_url, seconds, speaker]'],
          ['      seconds:', '      speaker: { type: string }\n      seconds:'],
        ],
      },
      back: ['request-field-removed'],
    },
  }),
  defineKind({
    id: 'request-field-removed',
    scope: 'request-field',
    when: 'removed',
    title: 'A field was removed from a request',
    parts: ['*'],
    levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
    reason:
      'The field has no effect any more; where unknown keys are rejected, a request with it is refused; an undescribed body is not read',
    advice: 'Stop sending it',
    *find(field, context) {
      const isBody = field.in === 'body' && field.path.length === 0;
      const proof = isBody
        ? outcome(['body', 'contentType'], [context.operation?.before.body?.contentType, undefined], context)
        : unknownKeyProof(field, 'old', context);
      // That a description no longer mentions a property does not show that it has no effect.
      const isUnsaid = field.in === 'body' && context.host?.before.described !== undefined;
      const forgotten = proof.witness || isUnsaid ? {} : forgottenProof(field, context);
      yield {
        sentence: `${nameOf(field)} was removed`,
        ...(forgotten.witness && { levels: { callers: 'breaking' } }),
        ...(proof.witness && { levels: { callers: 'breaking', operators: 'breaking' } }),
        ...forgotten,
        ...proof,
      };
    },
    example: {
      given: { 'schemas/language.yaml': ['      tone:', '      extra: { type: integer }\n      tone:'] },
      edit: { 'schemas/language.yaml': ['      extra: { type: integer }\n', ''] },
      back: ['request-field-added'],
    },
  }),
  defineKind({
    id: 'request-field-renamed',
    scope: 'request-field',
    title: 'A field of a request has another name',
    parts: ['name'],
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason:
      'Its values, rules and prices are the same; a request with the old name is refused, or treated as if the field were absent',
    advice: 'Send and read it under the new name; rename its rules in baselines',
    *find(before, after, context) {
      const refused = unknownKeyProof(before, 'old', context);
      const forgotten = refused.witness ? {} : forgottenProof(before, context);
      yield {
        sentence: `${nameOf(before)} is now called \`${after.path.join('.')}\``,
        // What a deployment does with a name that it does not know is its own.
        ...(forgotten.witness && { levels: { operators: 'risky' } }),
        ...forgotten,
        ...refused,
      };
    },
    example: {
      edit: {
        'schemas/audio.yaml': [
          ['required: [audio_url, seconds]', 'required: [audio_url, length]'],
          ['      seconds:', '      length:'],
        ],
        'prices/transcription.yaml': [
          ['request.seconds', 'request.length'],
          ['seconds: 61', 'length: 61'],
        ],
        'operations/audio/transcribe.yaml': ['seconds: 95', 'length: 95'],
      },
    },
  }),
  ...defineMirrored({
    scope: 'request-field',
    parts: ['required'],
    forward: {
      id: 'request-field-required',
      title: 'An optional field of a request is now required',
      levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
      reason: 'A caller that leaves it out is refused; a deployment that accepts requests without it breaks the rule',
      advice: 'Send it in every request',
      *find(before, after, context) {
        if (before.required || !after.required) return;
        yield { sentence: `${nameOf(after)} is now required`, ...requestProof(before, absent, 'old', context) };
      },
    },
    backward: {
      id: 'request-field-not-required',
      title: 'A required field of a request is now optional',
      levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
      reason: 'Calls that worked still work; a deployment that refuses a request without it breaks the rule',
      advice: 'Accept requests without it',
      *find(before, after, context) {
        if (!before.required || after.required) return;
        yield { sentence: `${nameOf(after)} is now optional`, ...requestProof(after, absent, 'new', context) };
      },
    },
    example: {
      given: {
        'schemas/audio.yaml': ['      seconds:', '      speaker: { type: string }\n      seconds:'],
        'operations/audio/transcribe.yaml': ['seconds: 95', 'seconds: 95, speaker: one'],
        'prices/transcription.yaml': ['seconds: 61', 'seconds: 61, speaker: one'],
      },
      edit: { 'schemas/audio.yaml': ['required: [audio_url, seconds]', 'required: [audio_url, seconds, speaker]'] },
    },
  }),
  ...defineMirrored({
    scope: 'request-field',
    parts: ['default'],
    forward: {
      ...defaults,
      id: 'request-default-added',
      title: 'An absent field now has a default',
      *find(before, after, context) {
        if (before.own.default !== undefined) return;
        yield {
          sentence: `${nameOf(after)} is ${shownDefault(after)} by default`,
          ...defaultDetails(before, after, context),
        };
      },
    },
    backward: {
      ...defaults,
      id: 'request-default-removed',
      title: 'An absent field no longer has a default',
      *find(before, after, context) {
        if (after.own.default !== undefined) return;
        yield {
          sentence: `${nameOf(after)} is no longer ${shownDefault(before)} by default`,
          ...defaultDetails(before, after, context),
        };
      },
    },
    example: fieldExample('request', '{ type: integer }', '{ type: integer, default: 2 }'),
  }),
  defineKind({
    ...defaults,
    id: 'request-default-changed',
    scope: 'request-field',
    title: 'The default of a field changed',
    parts: ['default'],
    *find(before, after, context) {
      if (before.own.default === undefined || after.own.default === undefined) return;
      yield {
        sentence: `${nameOf(after)} is ${shownDefault(after)} instead of ${shownDefault(before)} by default`,
        ...defaultDetails(before, after, context),
      };
    },
    example: {
      edit: { 'schemas/language.yaml': ['default: plain', 'default: formal'] },
    },
  }),
  defineKind({
    id: 'request-field-error-changed',
    scope: 'request-field',
    title: 'An invalid value of a field gets another error',
    parts: ['error'],
    levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
    reason:
      'A caller that handles the old error gets another one; a deployment that answers with the old error breaks the rule',
    advice: 'Handle both errors',
    *find(before, after, context) {
      if (before.own.catalog !== after.own.catalog) return;
      const [was, is] = [before, after].map(({ own }) => String(own.error ?? 'the usual error'));
      yield {
        sentence: `An invalid value of ${nameOf(after)} gets \`${is}\` instead of \`${was}\``,
        ...errorProof(before, after, context),
      };
    },
    example: {
      edit: { 'schemas/language.yaml': ['error: unknown-language', 'error: invalid-body'] },
    },
  }),
  defineKind({
    id: 'request-parameter-style-changed',
    scope: 'request-field',
    title: 'A parameter is serialized in another way',
    parts: manners,
    levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
    reason: 'The old form is read as another value; a deployment that expects the old form misreads new callers',
    advice: 'Write the values as the newer release says',
    *find(before, after, context) {
      const differing = manners.filter((name) => before.own[name] !== after.own[name]);
      const [first] = differing;
      if (first === undefined) return;
      const changes = differing.map(
        (name) => `${name} ${shown(mannerOf(after, name))} instead of ${shown(mannerOf(before, name))}`,
      );
      // What may be written in one more way may be written as before.
      const isLoosened = differing.every((name) => name.startsWith('allow') && after.own[name] === true);
      yield {
        sentence: `${nameOf(after)} has ${changes.join(', ')}`,
        ...(isLoosened && { levels: { callers: 'compatible' } }),
        ...keywordProof(before, after, first, context),
      };
    },
    example: {
      edit: {},
      parameter: [{ schema: { type: 'array' } }, { schema: { type: 'array' }, explode: false }],
    },
  }),
  defineKind({
    id: 'request-field-description-changed',
    scope: 'request-field',
    title: 'The description of a request field changed',
    parts: describing,
    levels: harmless,
    reason: 'Descriptions do not affect values',
    advice: 'Nothing',
    *find(_, after) {
      yield { sentence: `The description of ${nameOf(after)} changed` };
    },
    example: {
      edit: { 'schemas/language.yaml': ['What to translate', 'What is to be translated'] },
    },
  }),
];
