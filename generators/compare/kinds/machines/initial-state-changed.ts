import { traceProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const initialStateChanged = defineKind({
  id: 'initial-state-changed',
  scope: 'machine',
  when: 'changed',
  title: 'A job begins in another state',
  parts: ['initial'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'The first state that callers read differs; a deployment that begins in the old one breaks the rule',
  advice: 'Expect the new state first',
  *find(before, after, context) {
    yield {
      sentence: `\`${after.id}\` begins as \`${after.initial}\` instead of \`${before.initial}\``,
      ...traceProof(after.id, 'after', context, (_, is) => is?.state === after.initial && is.by === undefined),
    };
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        'always:\n',
        '  - { from: running, on: upstream.paused, to: waiting, statements: notes-024 }\nalways:\n',
      ],
    },
    edit: { 'machines/transcription.yaml': ['initial: waiting', 'initial: running'] },
    back: ['initial-state-changed'],
  },
});
