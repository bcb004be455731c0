import { guardFound, lineOf } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const guardChanged = defineKind({
  id: 'guard-changed',
  scope: 'transition',
  when: 'changed',
  title: 'A job goes a way under another condition',
  parts: ['if'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason:
    'A job may stay where it went on, or go on where it stayed; a deployment that follows the old condition breaks the rule',
  advice: 'Follow the new condition',
  *find(before, after, context) {
    if (!(before.if && after.if)) return;
    yield* guardFound(
      `goes ${lineOf(after)} if \`${after.if?.text}\` instead of \`${before.if?.text}\``,
      after,
      'after',
      context,
    );
  },
  example: {
    given: {
      'machines/transcription.yaml': [
        'on: upstream.finished, to: finished',
        'on: upstream.finished, if: upstream.ready, to: finished',
      ],
    },
    edit: { 'machines/transcription.yaml': ['upstream.ready', 'upstream.whole'] },
    back: ['guard-changed'],
  },
});
