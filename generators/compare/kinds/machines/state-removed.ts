import { statesWithout, traceProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const stateRemoved = defineKind({
  id: 'state-removed',
  scope: 'machine',
  when: 'changed',
  title: 'A job is no longer in a state',
  parts: ['states'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'Callers know the states that are left; a deployment that still gets there is at fault',
  advice: 'Do not wait for it',
  *find(before, after, context) {
    for (const state of statesWithout(before, after).filter(({ final }) => !final)) {
      yield {
        sentence: `\`${after.id}\` is no longer \`${state.name}\``,
        path: ['states', state.name],
        ...traceProof(after.id, 'before', context, (was) => was?.state === state.name),
      };
    }
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        ['states:\n', 'states:\n  paused: { summary: New }\n'],
        [
          'always:\n',
          '  - { from: running, on: upstream.paused, to: paused, statements: notes-024 }\n  - { from: paused, on: upstream.resumed, to: running, statements: notes-024 }\nalways:\n',
        ],
      ],
    },
    edit: {
      'machines/transcription.yaml': [
        ['  paused: { summary: New }\n', ''],
        [
          '  - { from: running, on: upstream.paused, to: paused, statements: notes-024 }\n  - { from: paused, on: upstream.resumed, to: running, statements: notes-024 }\n',
          '',
        ],
      ],
    },
    also: ['transition-removed'],
    back: ['state-added', 'transition-added'],
  },
});
