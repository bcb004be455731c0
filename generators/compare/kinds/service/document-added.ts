import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const documentAdded = defineKind({
  id: 'document-added',
  scope: 'document',
  when: 'added',
  title: 'A document is new',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What it says is reported by its statements and rules',
  advice: 'Read it',
  *find(thing) {
    yield { sentence: `The document ${shown(thing.title)} is new` };
  },
  example: {
    edit: { 'service.yaml': ['documents:\n', 'documents:\n  letters: Letters of the harbour office\n'] },
    back: ['document-removed'],
  },
});
