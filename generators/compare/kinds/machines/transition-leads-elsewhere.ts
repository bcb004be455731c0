import { machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const transitionLeadsElsewhere = defineKind({
  id: 'transition-leads-elsewhere',
  scope: 'transition',
  when: 'changed',
  title: 'A job ends up in another state after the same event',
  parts: ['to'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller that waits for the old state waits in vain; a deployment that still goes there breaks the rule',
  advice: 'Wait for the new state',
  *find(before, after, context) {
    yield {
      sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` instead of \`${before.to}\` on \`${after.on}\``,
      ...transitionProof(after, 'after', context),
    };
  },
  example: {
    edit: { 'machines/transcription.yaml': ['on: upstream.failed, to: broken', 'on: upstream.failed, to: finished'] },
    back: ['transition-leads-elsewhere'],
  },
});
