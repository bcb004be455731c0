import { guardFound, lineOf } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const guardRemoved = defineKind({
  id: 'guard-removed',
  scope: 'transition',
  when: 'changed',
  title: 'A job goes a way without a condition',
  parts: ['if'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'A job goes on where it stayed; a deployment that still keeps to the condition breaks the rule',
  advice: 'Let go of the condition',
  *find(before, after, context) {
    if (!(before.if && !after.if)) return;
    yield* guardFound(`goes ${lineOf(after)} even if not \`${before.if?.text}\``, after, 'after', context);
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        'on: upstream.finished, to: finished',
        'on: upstream.finished, if: upstream.ready, to: finished',
      ],
    },
    edit: {
      'machines/transcription.yaml': [
        'on: upstream.finished, if: upstream.ready, to: finished',
        'on: upstream.finished, to: finished',
      ],
    },
    back: ['guard-added'],
  },
});
