import { defineKind } from '../../kind.ts';

export const limitErrorChanged = defineKind({
  id: 'limit-error-changed',
  scope: 'limit',
  when: 'changed',
  title: 'A call over the limit gets another error',
  parts: ['error'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'A caller that waits after the old error does not recognize the new one',
  advice: 'Handle the new error',
  *find(before, after) {
    yield { sentence: `A call over \`${after.id}\` gets \`${after.error}\` instead of \`${before.error}\`` };
  },
  example: {
    edit: { 'limits/reads.yaml': ['error: too-many-reads', 'error: upstream-failed'] },
    back: ['limit-error-changed'],
  },
});
