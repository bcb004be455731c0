import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const inlineWindowChanged = defineKind({
  id: 'inline-window-changed',
  scope: 'operation',
  when: 'changed',
  title: 'Results are returned inline within another time',
  parts: ['payment.inline'],
  levels: { callers: 'risky', operators: 'risky', suite: 'compatible' },
  reason: 'A call that was answered with the result may be answered with a job, or the other way round',
  advice: 'Handle both responses',
  *find(before, after) {
    if (!before.payment || !after.payment) return;
    yield {
      sentence: `\`${after.id}\` returns its result inline within ${shown(after.payment.inline)} seconds instead of ${shown(before.payment.inline)}`,
    };
  },
  example: {
    given: {
      'operations/text/translate.yaml': ['settles: after-upstream', 'settles: after-upstream-or-on-poll, inline: 30'],
    },
    edit: { 'operations/text/translate.yaml': ['inline: 30', 'inline: 10'] },
    back: ['inline-window-changed'],
  },
});
