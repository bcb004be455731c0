import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const statementSortedOtherwise = defineKind({
  id: 'statement-sorted-otherwise',
  scope: 'statement',
  when: 'changed',
  title: 'A statement is sorted otherwise',
  parts: ['kind', 'testable', 'note'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'risky' },
  reason: "Its kind and how it can be tested are the specification's own; they decide where the suite looks",
  advice: 'Look at the checks of its rules',
  *find(_, after) {
    yield { sentence: `\`${after.id}\` is of the kind ${shown(after.kind)}, testable ${shown(after.testable)}` };
  },
  example: {
    edit: {
      'statements/notes/all.yaml': [
        'notes-031: { section: Payment, kind: conflict',
        'notes-031: { section: Payment, kind: rule',
      ],
    },
    back: ['statement-sorted-otherwise'],
  },
});
