import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';

export const errorCharged = defineKind({
  id: 'error-charged',
  scope: 'error',
  when: 'changed',
  title: 'A call that fails is charged, which it was not',
  parts: ['charged'],
  levels: { callers: 'breaking', operators: 'breaking', suite: 'compatible' },
  reason: 'A caller pays for a call that failed; a deployment that does not charge breaks the rule',
  advice: 'Expect the charge',
  *find(before, after, context) {
    if (after.charged === false || before.charged === true) return;
    yield {
      sentence: `A call that gets \`${after.id}\` ${after.charged === true ? 'is charged' : 'may be charged'}`,
      ...difference(['errors', after.id, 'charged'], [before.charged, after.charged], context.host, ({ errors }) =>
        errors.includes(after.id),
      ),
    };
  },
  example: {
    edit: { 'errors/service.yaml': ['from: notes-029, charged: false', 'from: notes-029, charged: true'] },
    back: ['error-not-charged'],
  },
});
