import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const statementReworded = defineKind({
  id: 'statement-reworded',
  scope: 'statement',
  when: 'changed',
  title: 'A statement says something else',
  parts: ['text'],
  levels: { callers: 'risky', operators: 'risky', suite: 'risky' },
  reason: 'Words that changed may mean something that no rule has followed yet',
  advice: 'Compare both texts, and the rules that name it',
  *find(before, after) {
    yield { sentence: `\`${after.id}\` says ${shown(after.text)} instead of ${shown(before.text)}` };
  },
  example: {
    edit: {
      'statements/notes/all.yaml': [
        'The list may be read five times a minute',
        'The list may be read five times in a minute',
      ],
    },
    back: ['statement-reworded'],
  },
});
