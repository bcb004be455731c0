import { machineOf, transitionProof } from '../../engines/machine/proofs.ts';
import { defineKind } from '../../kind.ts';

export const timerLengthened = defineKind({
  id: 'timer-lengthened',
  scope: 'transition',
  when: 'changed',
  title: 'A job times out later',
  parts: ['on', 'after'],
  levels: { callers: 'risky', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller waits longer for a job that never ends; a deployment that gives up sooner breaks the rule',
  advice: 'Wait as long as the machine says',
  *find(before, after, context) {
    const [was, is] = [before.after, after.after];
    if (was === undefined || is === undefined || !(is > was)) return;
    yield {
      sentence: `\`${machineOf(after)}\` goes from \`${after.from.join(', ')}\` to \`${after.to}\` after ${is} seconds instead of ${was}`,
      ...transitionProof(before, 'before', context),
    };
  },
  example: { edit: { 'machines/transcription.yaml': ['after(1800s)', 'after(3600s)'] }, back: ['timer-shortened'] },
});
