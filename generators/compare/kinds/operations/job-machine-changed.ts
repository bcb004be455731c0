import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const jobMachineChanged = defineKind({
  id: 'job-machine-changed',
  scope: 'operation',
  when: 'changed',
  title: 'An operation creates or polls another kind of job',
  parts: ['machine'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'States and endings of what it returns are those of another machine',
  advice: 'Compare the two machines',
  *find(before, after) {
    yield {
      sentence: `\`${after.id}\` has ${shown(after.machine?.id)} (${after.machine?.role ?? 'no role'}) instead of ${shown(before.machine?.id)} (${before.machine?.role ?? 'no role'})`,
    };
  },
  example: {
    edit: { 'operations/audio/get-transcription.yaml': ['role: poll', 'role: create'] },
    back: ['job-machine-changed'],
  },
});
