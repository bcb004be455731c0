import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const documentRemoved = defineKind({
  id: 'document-removed',
  scope: 'document',
  when: 'removed',
  title: 'A document is gone',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'compatible', suite: 'compatible' },
  reason: 'What it said is reported by its statements and rules',
  advice: 'Nothing',
  *find(thing) {
    yield { sentence: `The document ${shown(thing.title)} is gone` };
  },
  example: {
    given: { 'service.yaml': ['documents:\n', 'documents:\n  letters: Letters of the harbour office\n'] },
    edit: { 'service.yaml': ['  letters: Letters of the harbour office\n', ''] },
    back: ['document-added'],
  },
});
