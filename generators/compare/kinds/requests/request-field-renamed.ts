import { nameOf } from '../../engines/fields/names.ts';
import { forgottenProof } from '../../engines/fields/outcomes.ts';
import { unknownKeyProof } from '../../engines/fields/unknown-key.ts';
import { defineKind } from '../../kind.ts';

export const requestFieldRenamed = defineKind({
  id: 'request-field-renamed',
  scope: 'request-field',
  when: 'changed',
  title: 'A field of a request has another name',
  parts: ['name'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason:
    'It takes the same in the same place, and rules and prices read it alike; a request with the old name is refused, or means what one without it does',
  advice: 'Send and read it under the new name, and rename its rules in baselines',
  *find(before, after, context) {
    const refused = unknownKeyProof(before, 'old', context);
    const forgotten = refused.witness ? {} : forgottenProof(before, context);
    yield {
      sentence: `${nameOf(before)} is called \`${after.path.join('.')}\``,
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
    back: ['request-field-renamed'],
  },
});
