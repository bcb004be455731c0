import { statesWithout, traceProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const endingRemoved = defineKind({
  id: 'ending-removed',
  scope: 'machine',
  when: 'changed',
  title: 'A job no longer ends in a way',
  parts: ['states'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that waits for this ending waits in vain; a deployment that still gets there is at fault',
  advice: 'Do not wait for it',
  *find(before, after, context) {
    for (const state of statesWithout(before, after).filter(({ final }) => final)) {
      yield {
        sentence: `\`${after.id}\` no longer ends as \`${state.name}\``,
        path: ['states', state.name],
        ...traceProof(after.id, 'before', context, (was) => was?.state === state.name),
      };
    }
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        ['states:\n', 'states:\n  cancelled: { summary: New, final: true }\n'],
        ['always:\n', '  - { from: running, on: upstream.cancelled, to: cancelled, statements: notes-024 }\nalways:\n'],
      ],
    },
    edit: {
      'machines/transcription.yaml': [
        ['  cancelled: { summary: New, final: true }\n', ''],
        ['  - { from: running, on: upstream.cancelled, to: cancelled, statements: notes-024 }\n', ''],
      ],
    },
    also: ['transition-removed'],
    back: ['ending-added', 'transition-added'],
  },
});
