import { defineKind } from '../../kind.ts';

export const transitionShownOtherwise = defineKind({
  id: 'transition-shown-otherwise',
  scope: 'transition',
  when: 'changed',
  title: 'A transition is shown by another scenario',
  parts: ['shownBy'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Only the suite looks at it in another way',
  advice: 'Nothing',
  *find(_, after) {
    yield {
      sentence: `The transition \`${after.id}\` is shown by ${after.shownBy === undefined ? 'no scenario' : `\`${after.shownBy}\``}`,
    };
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        'on: upstream.started, to: running',
        'on: upstream.started, to: running, shown-by: small-translations.same-price',
      ],
    },
    back: ['transition-shown-otherwise'],
  },
});
