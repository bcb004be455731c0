import { statesWithout, traceProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const stateAdded = defineKind({
  id: 'state-added',
  scope: 'machine',
  when: 'changed',
  title: 'A job may be in a new state',
  parts: ['states'],
  levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
  reason:
    'A caller that knows the old states alone meets one that it does not know; a deployment that never gets there may break rules of its transitions',
  advice: 'Make callers ready for it',
  *find(before, after, context) {
    for (const state of statesWithout(after, before).filter(({ final }) => !final)) {
      yield {
        sentence: `\`${after.id}\` may be \`${state.name}\``,
        path: ['states', state.name],
        ...traceProof(after.id, 'after', context, (_, is) => is?.state === state.name),
      };
    }
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        ['states:\n', 'states:\n  paused: { summary: New }\n'],
        [
          'always:\n',
          '  - { from: running, on: upstream.paused, to: paused, statements: notes-024 }\n  - { from: paused, on: upstream.resumed, to: running, statements: notes-024 }\nalways:\n',
        ],
      ],
    },
    also: ['transition-added'],
    back: ['state-removed', 'transition-removed'],
  },
});
