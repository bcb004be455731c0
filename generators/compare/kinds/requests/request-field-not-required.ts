import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { requestProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldNotRequired = defineKind({
  id: 'request-field-not-required',
  scope: 'request-field',
  when: 'changed',
  title: 'A required field of a request may be left out',
  parts: ['required'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'Callers may go on as before; a deployment that refuses a request without it breaks the rule',
  advice: 'Accept requests without it',
  *find(before, after, context) {
    if (!before.required || after.required) return;
    yield { sentence: `${nameOf(after)} may be left out`, ...requestProof(after, absent, 'new', context) };
  },
  example: {
    given: {
      'schemas/audio.yaml': [
        ['      seconds:', '      speaker: { type: string }\n      seconds:'],
        ['required: [audio_url, seconds]', 'required: [audio_url, seconds, speaker]'],
      ],
      'operations/audio/transcribe.yaml': ['seconds: 95', 'seconds: 95, speaker: one'],
      'prices/transcription.yaml': ['seconds: 61', 'seconds: 61, speaker: one'],
    },
    edit: { 'schemas/audio.yaml': ['required: [audio_url, seconds, speaker]', 'required: [audio_url, seconds]'] },
    back: ['request-field-required'],
  },
});
