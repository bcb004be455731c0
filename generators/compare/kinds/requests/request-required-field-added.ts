import { nameOf } from '../../engines/fields/names.ts';
import { absent } from '../../engines/fields/place.ts';
import { requestProof } from '../../engines/fields/witness.ts';
import { defineKind } from '../../kind.ts';

export const requestRequiredFieldAdded = defineKind({
  id: 'request-required-field-added',
  scope: 'request-field',
  when: 'added',
  title: 'A request needs one more field',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that does not send it is refused; a deployment that does without it breaks the rule',
  advice: 'Send it in every request',
  *find(field, context) {
    if (!field.required) return;
    yield { sentence: `${nameOf(field)} is new and must be there`, ...requestProof(field, absent, 'old', context) };
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
});
