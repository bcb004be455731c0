import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { requestProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldRequired = defineKind({
  id: 'request-field-required',
  scope: 'request-field',
  when: 'changed',
  title: 'An optional field of a request is now required',
  parts: ['required'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that leaves it out is refused; a deployment that still does without it breaks the rule',
  advice: 'Send it in every request',
  *find(before, after, context) {
    if (before.required || !after.required) return;
    yield { sentence: `${nameOf(after)} must be there`, ...requestProof(before, absent, 'old', context) };
  },
  example: {
    given: {
      'schemas/audio.yaml': ['      seconds:', '      speaker: { type: string }\n      seconds:'],
      'operations/audio/transcribe.yaml': ['seconds: 95', 'seconds: 95, speaker: one'],
      'prices/transcription.yaml': ['seconds: 61', 'seconds: 61, speaker: one'],
    },
    edit: { 'schemas/audio.yaml': ['required: [audio_url, seconds]', 'required: [audio_url, seconds, speaker]'] },
    back: ['request-field-not-required'],
  },
});
