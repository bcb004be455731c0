import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const documentRetitled = defineKind({
  id: 'document-retitled',
  scope: 'document',
  when: 'changed',
  title: 'A document has a new title',
  parts: ['title'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'A title binds nothing',
  advice: 'Nothing',
  *find(before, after) {
    yield { sentence: `The document ${shown(before.title)} is called ${shown(after.title)}` };
  },
  example: {
    edit: { 'service.yaml': ['notes: Notes of the harbour office', 'notes: Notes of the office'] },
    back: ['document-retitled'],
  },
});
