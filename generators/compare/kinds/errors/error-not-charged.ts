import { defineKind } from '../../kind.ts';
import { difference } from '../../witnesses.ts';

export const errorNotCharged = defineKind({
  id: 'error-not-charged',
  scope: 'error',
  when: 'changed',
  title: 'A call that fails is not charged, which it was',
  parts: ['charged'],
  levels: { callers: 'compatible', operators: 'breaking', suite: 'compatible' },
  reason: 'No caller pays more; a deployment that charges breaks the rule',
  advice: 'Release the payment',
  *find(before, after, context) {
    if (after.charged === true || before.charged === false) return;
    yield {
      sentence: `A call that gets \`${after.id}\` ${after.charged === false ? 'is not charged' : 'may not be charged'}`,
      ...difference(['errors', after.id, 'charged'], [before.charged, after.charged], context.host, ({ errors }) =>
        errors.includes(after.id),
      ),
    };
  },
  example: {
    given: { 'errors/service.yaml': ['from: notes-029, charged: false', 'from: notes-029, charged: true'] },
    edit: { 'errors/service.yaml': ['charged: true', 'charged: false'] },
    back: ['error-charged'],
  },
});
