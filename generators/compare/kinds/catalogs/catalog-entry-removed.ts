import { defineKind } from '../../kind.ts';
import { entryWitness } from '../../witnesses.ts';
import { shown } from '../../words.ts';

export const catalogEntryRemoved = defineKind({
  id: 'catalog-entry-removed',
  scope: 'catalog-entry',
  when: 'removed',
  title: 'A table no longer has an entry',
  parts: ['*'],
  levels: { callers: 'breaking', operators: 'compatible', suite: 'risky' },
  reason: 'A request that names it was served and is refused',
  advice: 'Ask for another entry',
  *find(thing, context) {
    const { host } = context;
    yield { sentence: `${shown(thing.label)} is gone from the catalog`, ...(host && entryWitness(thing, host)) };
  },
  example: {
    given: {
      'catalogs/languages.yaml': [
        'entries:\n',
        'entries:\n  - { label: Frisian, code: fy, rate: "0.00001", from: notes-010 }\n',
      ],
    },
    edit: { 'catalogs/languages.yaml': ['  - { label: Frisian, code: fy, rate: "0.00001", from: notes-010 }\n', ''] },
    back: ['catalog-entry-added'],
  },
});
