import { statesWithout, traceProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const endingAdded = defineKind({
  id: 'ending-added',
  scope: 'machine',
  when: 'changed',
  title: 'A job may end in a new way',
  parts: ['states'],
  levels: { callers: 'breaking', operators: 'risky', suite: 'compatible' },
  reason:
    'A caller that knows the old states alone meets one that it does not know; a deployment that never gets there may break rules of its transitions',
  advice: 'Make callers ready for it',
  *find(before, after, context) {
    for (const state of statesWithout(after, before).filter(({ final }) => final)) {
      yield {
        sentence: `\`${after.id}\` may end as \`${state.name}\``,
        path: ['states', state.name],
        ...traceProof(after.id, 'after', context, (_, is) => is?.state === state.name),
      };
    }
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        ['states:\n', 'states:\n  cancelled: { summary: New, final: true }\n'],
        ['always:\n', '  - { from: running, on: upstream.cancelled, to: cancelled, statements: notes-024 }\nalways:\n'],
      ],
    },
    also: ['transition-added'],
    back: ['ending-removed', 'transition-removed'],
  },
});
