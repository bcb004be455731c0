import { isSameMachine, lineOf, machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const transitionRemoved = defineKind({
  id: 'transition-removed',
  scope: 'transition',
  when: 'removed',
  title: 'A job no longer goes a way',
  parts: ['*'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'breaking' },
  reason:
    'A caller that waits for it waits in vain; a deployment that still goes this way is at fault; the rule can no longer be named',
  advice: 'Do not wait for it',
  *find(transition, context) {
    if (isSameMachine(transition.id, context)) yield { same: ['*'], by: 'every trace' };
    else
      yield {
        sentence: `\`${machineOf(transition)}\` no longer goes ${lineOf(transition)}`,
        ...transitionProof(transition, 'before', context),
      };
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        'always:\n',
        '  - { from: running, on: upstream.cancelled, to: broken, effects: [refund], statements: notes-024 }\nalways:\n',
      ],
    },
    edit: {
      'machines/transcription.yaml': [
        '  - { from: running, on: upstream.cancelled, to: broken, effects: [refund], statements: notes-024 }\n',
        '',
      ],
    },
    back: ['transition-added'],
  },
});
