import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const questionSidesChanged = defineKind({
  id: 'question-sides-changed',
  scope: 'question',
  when: 'changed',
  title: 'The sides of a conflict changed',
  parts: ['sides', 'kind'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A deployment may follow any side; which there are decides what callers meet',
  advice: 'Read the sides',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` has the sides ${listed(after.sides)}` };
  },
  example: {
    edit: {
      'questions/audio-window.yaml': [
        'A transcription may be signed for two minutes',
        'Every call may be signed for two minutes',
      ],
    },
    back: ['question-sides-changed'],
  },
});
