import { lineOf, machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const effectAdded = defineKind({
  id: 'effect-added',
  scope: 'transition',
  when: 'changed',
  title: 'A step of a job has one more effect',
  parts: ['effects'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'What happens to the payment differs; a deployment without the effect breaks the rule',
  advice: 'Check what it does to charges',
  *find(before, after, context) {
    const effects = after.effects.filter((effect) => !before.effects.includes(effect));
    if (effects.length === 0) return;
    yield {
      sentence: `\`${machineOf(after)}\` does ${listed(effects)} ${lineOf(after)}`,
      ...transitionProof(after, 'after', context),
    };
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        'on: upstream.finished, to: finished',
        'on: upstream.finished, to: finished, effects: [settle-once]',
      ],
    },
    back: ['effect-removed'],
  },
});
