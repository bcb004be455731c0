import { defineKind } from '../../kind.ts';
import { shown } from '../../words.ts';

export const catalogEntryAdded = defineKind({
  id: 'catalog-entry-added',
  scope: 'catalog-entry',
  when: 'added',
  title: 'A table has one more entry',
  parts: ['*'],
  levels: { callers: 'compatible', operators: 'risky', suite: 'risky' },
  reason: 'What could be asked for still can; a deployment that does not know it may be at fault',
  advice: 'Serve it',
  *find(thing) {
    yield { sentence: `${shown(thing.label)} is new in the catalog` };
  },
  example: {
    edit: {
      'catalogs/languages.yaml': [
        'entries:\n',
        'entries:\n  - { label: Frisian, code: fy, rate: "0.00001", from: notes-010 }\n',
      ],
    },
    back: ['catalog-entry-removed'],
  },
});
