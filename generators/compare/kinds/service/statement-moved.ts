import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const statementMoved = defineKind({
  id: 'statement-moved',
  scope: 'statement',
  when: 'changed',
  title: 'A statement stands elsewhere',
  parts: ['section', 'document'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'Its text is the same',
  advice: 'Nothing',
  *find(before, after) {
    yield { sentence: `\`${after.id}\` stands in ${shown(after.section)} instead of ${shown(before.section)}` };
  },
  example: {
    edit: { 'statements/notes/all.yaml': ['notes-031: { section: Payment', 'notes-031: { section: Hosts'] },
    back: ['statement-moved'],
  },
});
