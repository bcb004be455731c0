import { lineOf, machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';
import { listed } from '../../words.ts';

export const effectRemoved = defineKind({
  id: 'effect-removed',
  scope: 'transition',
  when: 'changed',
  title: 'A step of a job no longer has an effect',
  parts: ['effects'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'What happens to the payment differs; a deployment that still has the effect breaks the rule',
  advice: 'Check what it does to charges',
  *find(before, after, context) {
    const effects = before.effects.filter((effect) => !after.effects.includes(effect));
    if (effects.length === 0) return;
    yield {
      sentence: `\`${machineOf(after)}\` no longer does ${listed(effects)} ${lineOf(after)}`,
      ...transitionProof(before, 'before', context),
    };
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        'on: upstream.finished, to: finished',
        'on: upstream.finished, to: finished, effects: [settle-once]',
      ],
    },
    edit: { 'machines/transcription.yaml': [', effects: [settle-once]', ''] },
    back: ['effect-added'],
  },
});
