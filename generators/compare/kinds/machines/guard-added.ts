import { guardFound, lineOf } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const guardAdded = defineKind({
  id: 'guard-added',
  scope: 'transition',
  when: 'changed',
  title: 'A job goes a way only under a condition',
  parts: ['if'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'A job stays where it went on; a deployment that does not keep to the condition breaks the rule',
  advice: 'Keep to the condition',
  *find(before, after, context) {
    if (!(!before.if && after.if)) return;
    yield* guardFound(`goes ${lineOf(after)} only if \`${after.if?.text}\``, before, 'before', context);
  },
  example: {
    edit: {
      'machines/transcription.yaml': [
        'on: upstream.finished, to: finished',
        'on: upstream.finished, if: upstream.ready, to: finished',
      ],
    },
    back: ['guard-removed'],
  },
});
