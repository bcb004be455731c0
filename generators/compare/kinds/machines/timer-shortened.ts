import { machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const timerShortened = defineKind({
  id: 'timer-shortened',
  scope: 'transition',
  when: 'changed',
  title: 'A job times out sooner',
  parts: ['on', 'after'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A job that was still going on has ended; a deployment that waits longer breaks the rule',
  advice: 'Wait as long as the machine says',
  *find(before, after, context) {
    const [was, is] = [before.after, after.after];
    if (was === undefined || is === undefined || !(is < was)) return;
    yield {
      sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` after ${is} seconds instead of ${was}`,
      ...transitionProof(after, 'after', context),
    };
  },
  example: { edit: { 'machines/transcription.yaml': ['after(1800s)', 'after(900s)'] }, back: ['timer-lengthened'] },
});
