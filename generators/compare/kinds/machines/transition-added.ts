import { isSameMachine, lineOf, machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const transitionAdded = defineKind({
  id: 'transition-added',
  scope: 'transition',
  when: 'added',
  title: 'A job may go a new way',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller meets an order of states that it did not; a deployment that does not go this way breaks the rule',
  advice: 'Make callers ready for it',
  *find(transition, context) {
    if (isSameMachine(transition.id, context)) yield { same: ['*'], by: 'every trace' };
    else
      yield {
        sentence: `\`${machineOf(transition)}\` may go ${lineOf(transition)}`,
        ...transitionProof(transition, 'after', context),
      };
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        'always:\n',
        '  - { from: running, on: upstream.cancelled, to: broken, effects: [refund], statements: notes-024 }\nalways:\n',
      ],
    },
    back: ['transition-removed'],
  },
});
