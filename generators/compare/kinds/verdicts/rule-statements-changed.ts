import { defineKind } from '../../kind.ts';
import { listed, without } from '../../words.ts';

export const ruleStatementsChanged = defineKind({
  id: 'rule-statements-changed',
  scope: 'rule',
  when: 'changed',
  title: 'Rules rest on other statements',
  parts: ['from'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What they ask for is the same',
  advice: 'Nothing; findings name other sentences',
  *find(before, after) {
    const gained = without(before.from, after.from);
    const lost = without(after.from, before.from);
    const parts = [
      ...(gained.length > 0 ? [`rests on ${listed(gained)}`] : []),
      ...(lost.length > 0 ? [`rests no longer on ${listed(lost)}`] : []),
    ];
    yield {
      sentence: parts.length > 0 ? `A rule ${parts.join(' and ')}` : 'The statements of a rule stand in another order',
    };
  },
  example: {
    edit: { 'protocol/payment.yaml': ['from: notes-005', 'from: [notes-005, notes-001]'] },
    back: ['rule-statements-changed'],
  },
});
